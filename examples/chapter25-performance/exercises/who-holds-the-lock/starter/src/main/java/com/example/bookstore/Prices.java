package com.example.bookstore;

import java.util.HashMap;
import java.util.Map;

/** The price of a book. */
public final class Prices {

    private final Map<String, Integer> known = new HashMap<>();
    private final Shop shop;

    public Prices(Shop shop) {
        this.shop = shop;
    }

    // region price
    public synchronized int price(String isbn) {
        Integer price = known.get(isbn);
        if (price == null) {
            price = shop.ask(isbn);
            known.put(isbn, price);
        }
        return price;
    }
    // endregion price
}
