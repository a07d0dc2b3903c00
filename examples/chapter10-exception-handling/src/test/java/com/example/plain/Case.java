package com.example.plain;

import java.util.List;

/** 一种失败，与引出它的请求。 */
record Case(String name, String request, List<String> headers, String body) {

    static final List<Case> ALL = List.of(
            new Case("编号不是数字", "GET /books/abc", List.of(), ""),
            new Case("没有这个地址", "GET /nope", List.of(), ""),
            new Case("方法不对", "DELETE /books/1", List.of(), ""),
            new Case("只接受 XML", "GET /books/1", List.of("Accept: application/xml"), ""),
            new Case("请求体是纯文本", "POST /books",
                    List.of("Content-Type: text/plain"), "x"),
            new Case("字段校验不过", "POST /books",
                    List.of("Content-Type: application/json"), "{\"title\": \"\"}"),
            new Case("ResponseStatusException", "GET /books/404", List.of(), ""),
            new Case("异常类上 @ResponseStatus", "GET /closed", List.of(), ""),
            new Case("其他异常", "GET /report", List.of(), ""),
            new Case("过滤器抛异常", "GET /books/1", List.of("X-Channel: crash"), ""),
            new Case("过滤器 sendError", "GET /books/1", List.of("X-Channel: closed"), ""));

    static Case named(String name) {
        return ALL.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    }
}
