package com.example.bookstore;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stands in for the database in plain tests; {@link ShelfContract} keeps it honest. */
class InMemoryShelf implements Shelf {

    private record Copies(long cents, int stock) {
    }

    private final Map<String, Copies> books = new ConcurrentHashMap<>();
    private final List<Sale> sales = new CopyOnWriteArrayList<>();

    InMemoryShelf put(String isbn, long cents, int stock) {
        books.put(isbn, new Copies(cents, stock));
        return this;
    }

    @Override
    public OptionalLong price(String isbn) {
        Copies copies = books.get(isbn);
        return copies == null ? OptionalLong.empty() : OptionalLong.of(copies.cents());
    }

    @Override
    public boolean take(String isbn, int quantity) {
        AtomicBoolean taken = new AtomicBoolean();
        books.computeIfPresent(isbn, (key, copies) -> {
            if (copies.stock() < quantity) {
                return copies;
            }
            taken.set(true);
            return new Copies(copies.cents(), copies.stock() - quantity);
        });
        return taken.get();
    }

    @Override
    public void sell(Sale sale) {
        sales.add(sale);
    }

    @Override
    public long sold(String isbn) {
        return sales.stream().filter(sale -> sale.isbn().equals(isbn)).mapToLong(Sale::quantity).sum();
    }
}
