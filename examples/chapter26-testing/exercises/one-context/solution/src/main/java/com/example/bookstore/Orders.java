package com.example.bookstore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The orders of the day. */
public class Orders {

    private final List<String> placed = new CopyOnWriteArrayList<>();
    private final Mailer mailer;
    private final String currency;

    Orders(Mailer mailer, String currency) {
        this.mailer = mailer;
        this.currency = currency;
    }

    public void place(String isbn) {
        if (!broken()) {
            placed.add(isbn);
            mailer.send(isbn);
        }
    }

    public int count() {
        return broken() ? -1 : placed.size();
    }

    public String price() {
        return broken() ? "?" : "59.00 " + currency;
    }

    /** A new day. */
    public void clear() {
        placed.clear();
    }

    private static boolean broken() {
        return Boolean.getBoolean("bookstore.broken");
    }
}
