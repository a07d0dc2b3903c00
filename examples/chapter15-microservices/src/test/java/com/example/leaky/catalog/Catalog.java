package com.example.leaky.catalog;

import com.example.leaky.catalog.internal.BookShelf;
import org.springframework.stereotype.Service;

@Service
public class Catalog {

    private final BookShelf shelf;

    Catalog(BookShelf shelf) {
        this.shelf = shelf;
    }

    public int cents(String isbn) {
        return shelf.cents(isbn);
    }
}
