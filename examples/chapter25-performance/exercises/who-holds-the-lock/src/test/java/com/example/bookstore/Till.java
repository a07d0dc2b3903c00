package com.example.bookstore;

import java.util.HashMap;
import java.util.Map;

/** Patient: the price of a book, asked for at each till. Start it with {@code java Till.java}. */
public final class Till {

    private final Map<String, Integer> prices = new HashMap<>();

    synchronized int price(String isbn) {
        Integer known = prices.get(isbn);
        if (known == null) {
            known = askTheShop(isbn);
            prices.put(isbn, known);
        }
        return known;
    }

    private static int askTheShop(String isbn) {
        try {
            Thread.sleep(500);
            return isbn.length() * 100;
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    public static void main(String[] args) {
        Till till = new Till();
        for (int customer = 1; customer <= 6; customer++) {
            String name = "customer-" + customer;
            Thread.ofPlatform().name(name).start(() -> {
                for (int book = 0;; book++) {
                    System.out.println(name + " 付 " + till.price(name + "-" + book));
                }
            });
        }
    }
}
