package com.example.bookstore;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** 启动，给自己发一个请求，打印状态码，退出；书名由 --title 给出，不给就是空的。 */
@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) throws Exception {
        try (var context = SpringApplication.run(BookstoreApplication.class, args);
                var http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port") + "/books");
            int status = http.send(HttpRequest.newBuilder(uri)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"title\": \"%s\"}".formatted(
                            context.getEnvironment().getProperty("title", "")))).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
            System.out.println("POST /books → " + status);
        }
    }
}
