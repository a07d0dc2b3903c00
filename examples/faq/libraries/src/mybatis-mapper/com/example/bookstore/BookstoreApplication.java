package com.example.bookstore;

import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Service;

@SpringBootApplication
public class BookstoreApplication {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("mended")
    @MapperScan(basePackageClasses = BookMapper.class)
    static class Mended {
    }

    @Service
    static class Catalog {

        private final BookMapper books;

        Catalog(BookMapper books) {
            this.books = books;
        }
    }

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("books: " + context.getBean(Catalog.class).books.count());
        }
    }
}
