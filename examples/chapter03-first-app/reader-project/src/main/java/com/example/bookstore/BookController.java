package com.example.bookstore;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class BookController {

    @GetMapping("/hello")
    public String hello() {
        return "你好，书店";
    }

    @GetMapping("/books")
    public List<Book> books() {
        return List.of(
                new Book(1, "活着", "余华"),
                new Book(2, "三体", "刘慈欣"));
    }
}
