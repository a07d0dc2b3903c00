package com.example.bookstore;

import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
@MapperScan(basePackageClasses = BookMapper.class)
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            BookMapper books = context.getBean(BookMapper.class);
            System.out.println("books: "
                    + (context.getEnvironment().containsProperty("sold") ? books.countSold() : books.count()));
        }
    }
}
