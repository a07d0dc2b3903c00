package com.example.bookstore;

import java.time.LocalDateTime;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
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

    record Sale(LocalDateTime starts) {
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("--new-mapper")) {
            Sale sale = new Sale(LocalDateTime.of(2026, 11, 11, 20, 0));
            System.out.println("with the module: " + new ObjectMapper().registerModule(new JavaTimeModule())
                    .writeValueAsString(sale));
            System.out.println(new ObjectMapper().writeValueAsString(sale));
        }
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("prices: " + context.getBean(PriceList.class).print());
        }
    }
}
