package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

@Component
@Scope("prototype")
public class Basket {

    private final List<String> books = new ArrayList<>();

    public void add(String book) {
        books.add(book);
    }

    public List<String> books() {
        return List.copyOf(books);
    }
}
