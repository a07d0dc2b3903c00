package com.example.bookstore;

import tools.jackson.databind.json.JsonMapper;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

@SpringBootApplication
public class BookstoreApplication {

    @Component
    static class PriceList {

        private final JsonMapper json;

        PriceList(JsonMapper json) {
            this.json = json;
        }

        String print() {
            return json.writeValueAsString(new int[] { 20, 35 });
        }
    }

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("prices: " + context.getBean(PriceList.class).print());
        }
    }
}
