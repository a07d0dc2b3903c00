package com.example.bookstore;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

@SpringBootApplication
public class BookstoreApplication {

    @Component
    static class PriceList {

        private final ObjectMapper json;

        PriceList(ObjectMapper json) {
            this.json = json;
        }

        String print() throws Exception {
            return json.writeValueAsString(new int[] { 20, 35 });
        }
    }

    public static void main(String[] args) throws Exception {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("prices: " + context.getBean(PriceList.class).print());
        }
    }
}
