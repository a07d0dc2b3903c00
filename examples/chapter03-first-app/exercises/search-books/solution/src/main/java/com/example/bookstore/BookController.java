package com.example.bookstore;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
public class BookController {

    private final List<Book> books = List.of(
            new Book(1, "活着", "余华"),
            new Book(2, "三体", "刘慈欣"),
            new Book(3, "许三观卖血记", "余华"));

    @GetMapping("/books")
    public List<Book> books() {
        return books;
    }

    // region search
    @GetMapping("/books/search")
    public List<Book> search(@RequestParam String author,
            @RequestParam(defaultValue = "10") int limit) {
        // Stream.limit 收到负数会抛异常，那就成了 500；参数不对是请求的错，要返回 400
        if (limit < 1) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "limit 要大于 0");
        }
        return books.stream()
                .filter(book -> book.author().equals(author))
                .limit(limit)
                .toList();
    }
    // endregion search
}
