package com.example.probe;

import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

/** 发给探针的一个请求；body 为空则不带请求体。 */
record Request(String method, String uri, String body) {

    static Request get(String uri) {
        return new Request("GET", uri, "");
    }

    static Request post(String uri, String body) {
        return new Request("POST", uri, body);
    }

    /** 状态码与记下的异常的类名，没有异常时是短横线。 */
    Answer send(RestTestClient client, ExceptionRecorder recorder) {
        recorder.takeLast();
        var request = client.method(HttpMethod.valueOf(method)).uri(uri);
        if (method.equals("POST")) {
            request.contentType(MediaType.APPLICATION_JSON);
        }
        if (!body.isEmpty()) {
            request.body(body);
        }
        int status = request.exchange().returnResult(byte[].class).getStatus().value();
        Exception exception = recorder.takeLast();
        return new Answer(status, exception == null ? "-" : exception.getClass().getSimpleName());
    }

    record Answer(int status, String exception) {
    }
}
