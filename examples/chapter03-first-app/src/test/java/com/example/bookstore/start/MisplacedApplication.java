package com.example.bookstore.start;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

// region misplaced
// 包是 com.example.bookstore.start，BookController 在它的上一级
@SpringBootApplication
public class MisplacedApplication {

    public static void main(String[] args) {
        SpringApplication.run(MisplacedApplication.class, args);
    }
}
// endregion misplaced
