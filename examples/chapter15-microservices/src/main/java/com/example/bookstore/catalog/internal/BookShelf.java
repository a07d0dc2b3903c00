package com.example.bookstore.catalog.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.example.bookstore.catalog.Book;
import org.springframework.stereotype.Component;

/** 书放在哪里，是目录模块自己的事。 */
@Component
public class BookShelf {

    private final Map<String, Book> books = List.of(
            new Book("9787536692930", "三体", 2300),
            new Book("9787020002207", "红楼梦", 5970),
            new Book("9787544291170", "百年孤独", 5500)).stream()
            .collect(Collectors.toUnmodifiableMap(Book::isbn, Function.identity()));

    public Optional<Book> find(String isbn) {
        return Optional.ofNullable(books.get(isbn));
    }
}
