package com.example.bookstore;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The price of a book. */
public final class Prices {

    private final ConcurrentMap<String, CompletableFuture<Integer>> known = new ConcurrentHashMap<>();
    private final Shop shop;

    public Prices(Shop shop) {
        this.shop = shop;
    }

    // region price
    public int price(String isbn) {
        CompletableFuture<Integer> mine = new CompletableFuture<>();
        CompletableFuture<Integer> first = known.putIfAbsent(isbn, mine);
        if (first != null) {
            // 已经有人在问这本书，等他的结果
            return first.join();
        }
        try {
            // 问的时候不拿锁，问别的书的人不用等
            int price = shop.ask(isbn);
            mine.complete(price);
            return price;
        }
        catch (RuntimeException | Error ex) {
            // 失败了不记住，下一个人重新问
            known.remove(isbn, mine);
            mine.completeExceptionally(ex);
            throw ex;
        }
    }
    // endregion price
}
