package com.example.bookstore.catalog;

import java.util.Optional;

import com.example.bookstore.catalog.internal.BookShelf;
import org.springframework.stereotype.Service;

// region catalog
/** 目录模块对外的门：别的模块只从这里查书。 */
@Service
public class Catalog {

    private final BookShelf shelf;

    Catalog(BookShelf shelf) {
        this.shelf = shelf;
    }

    public Optional<Book> find(String isbn) {
        return shelf.find(isbn);
    }
}
// endregion catalog
