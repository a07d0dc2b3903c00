package com.example.bookstore;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.stereotype.Component;

public class BookstoreApplication {

    @Component
    static class Shelf {
    }

    public static void main(String[] args) {
        try (var context = new AnnotationConfigApplicationContext("com.example.bookstore")) {
            System.out.println("shelves: " + context.getBeansOfType(Shelf.class).size());
        }
    }
}
