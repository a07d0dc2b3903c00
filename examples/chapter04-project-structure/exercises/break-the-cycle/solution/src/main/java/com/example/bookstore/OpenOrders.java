package com.example.bookstore;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/** 两边都要的那一点东西，单独成类，谁也不依赖。 */
@Component
class OpenOrders {

    private final Set<String> isbns = ConcurrentHashMap.newKeySet();

    void add(String isbn) {
        isbns.add(isbn);
    }

    boolean contains(String isbn) {
        return isbns.contains(isbn);
    }
}
