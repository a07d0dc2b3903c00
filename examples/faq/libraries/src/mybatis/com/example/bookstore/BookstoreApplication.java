package com.example.bookstore;

import java.util.function.Supplier;

import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.NestedExceptionUtils;

@SpringBootApplication
@MapperScan(basePackageClasses = BookMapper.class)
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            BookMapper books = context.getBean(BookMapper.class);
            if (context.getEnvironment().containsProperty("calls")) {
                call("wrong name", () -> books.countMisspelt("BOOK"));
                call("right name", () -> books.countSpelt("BOOK"));
                return;
            }
            System.out.println("books: "
                    + (context.getEnvironment().containsProperty("sold") ? books.countSold() : books.count()));
        }
    }

    private static void call(String name, Supplier<Object> call) {
        try {
            System.out.println(name + ": " + call.get());
        }
        catch (RuntimeException failure) {
            System.out.println("Caused by: " + NestedExceptionUtils.getMostSpecificCause(failure));
        }
    }
}
