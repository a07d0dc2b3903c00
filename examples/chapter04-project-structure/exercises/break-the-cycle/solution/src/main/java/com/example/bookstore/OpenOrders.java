package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import org.springframework.stereotype.Component;

/** 两边都要的那一点东西，单独成类，谁也不依赖。 */
@Component
class OpenOrders {

    private final List<String> isbns = new ArrayList<>();

    void add(String isbn) {
        isbns.add(isbn);
    }

    boolean contains(String isbn) {
        return isbns.contains(isbn);
    }
}
