package com.example.messages;

import com.example.bookstore.BookstoreApplication;
import com.example.probe.ExceptionRecorder;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.bind.MethodArgumentNotValidException;

/** 在自己的 JVM 里跑：请求不带 Accept-Language，打印校验消息。 */
class LocaleProbe {

    public static void main(String[] args) throws Exception {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class,
                ExceptionRecorder.class).logStartupInfo(false).properties(
                        "server.port=0", "logging.level.root=error",
                        "spring.main.banner-mode=off").run(args);
                var http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port") + "/books");
            http.send(HttpRequest.newBuilder(uri).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(MessageTests.BAD_BOOK)).build(),
                    HttpResponse.BodyHandlers.discarding());
            var exception = (MethodArgumentNotValidException)
                    context.getBean(ExceptionRecorder.class).takeLast();
            System.out.println(MessageTests.messages(exception));
        }
    }
}
