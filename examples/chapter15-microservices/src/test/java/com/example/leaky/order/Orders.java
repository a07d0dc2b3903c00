package com.example.leaky.order;

import com.example.leaky.catalog.internal.BookShelf;
import org.springframework.stereotype.Service;

// region leak
@Service
public class Orders {

    private final BookShelf shelf;

    // 绕过 Catalog，直接拿目录模块里面的书架
    Orders(BookShelf shelf) {
        this.shelf = shelf;
    }
    // endregion leak

    public int total(String isbn, int quantity) {
        return shelf.cents(isbn) * quantity;
    }
}
