package com.example.bookstore;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) throws Exception {
        try (var context = SpringApplication.run(BookstoreApplication.class, args); var http = HttpClient.newHttpClient()) {
            URI docs = URI.create("http://localhost:%s/v3/api-docs"
                    .formatted(context.getEnvironment().getProperty("local.server.port")));
            var response = http.send(HttpRequest.newBuilder(docs).build(), BodyHandlers.ofString());
            System.out.println("status: " + response.statusCode());
        }
    }
}
