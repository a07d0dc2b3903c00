package com.example.views;

import java.util.List;

import com.example.bookstore.Book;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The chapter's controller with {@code @Controller} written instead of {@code @RestController}. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Controller
public class ViewsApplication {

    @GetMapping("/hello")
    public String hello() {
        return "你好，书店";
    }

    @GetMapping("/books")
    public List<Book> books() {
        return List.of(new Book(1, "活着", "余华"));
    }
}
