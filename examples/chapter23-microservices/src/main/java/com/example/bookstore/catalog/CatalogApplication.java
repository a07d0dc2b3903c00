package com.example.bookstore.catalog;

import java.util.Map;

import com.example.bookstore.chaos.Chaos;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** 目录服务：书名与价格。 */
@SpringBootApplication
@Import(Chaos.class)
@RestController
public class CatalogApplication {

    private static final Map<String, Book> BOOKS = Map.of(
            "111", new Book("111", "Java 编程思想", 10800),
            "222", new Book("222", "深入理解 Java 虚拟机", 12900));

    record Book(String isbn, String title, int cents) {
    }

    /** 设置在 {@code catalog.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(CatalogApplication.class).properties("spring.config.name=catalog");
    }

    public static void main(String[] args) {
        builder().run(args);
    }

    @GetMapping("/books/{isbn}")
    Book book(@PathVariable String isbn) {
        Book book = BOOKS.get(isbn);
        if (book == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "没有这本书");
        }
        return book;
    }
}
