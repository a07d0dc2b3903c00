package com.example.bookstore;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Service;

@Service
public class BookPages {

    public record Page(int stock, int cents, double score) {
    }

    private final Suppliers suppliers;

    public BookPages(Suppliers suppliers) {
        this.suppliers = suppliers;
    }

    // region one
    public Page oneByOne(String isbn) {
        return new Page(suppliers.stock(isbn), suppliers.cents(isbn), suppliers.score(isbn));
    }
    // endregion one

    // region together
    public Page together(String isbn) {
        // 三个都先出发，再一个一个等
        CompletableFuture<Integer> stock = suppliers.stockLater(isbn);
        CompletableFuture<Integer> cents = suppliers.centsLater(isbn);
        CompletableFuture<Double> score = suppliers.scoreLater(isbn);
        return new Page(stock.join(), cents.join(), score.join());
    }
    // endregion together

    // region fallback
    public Page forgiving(String isbn) {
        CompletableFuture<Integer> stock = suppliers.stockLater(isbn);
        CompletableFuture<Integer> cents = suppliers.centsLater(isbn);
        // 没有评分，页面照样能看
        CompletableFuture<Double> score = suppliers.scoreLater(isbn).exceptionally(ex -> 0.0);
        return new Page(stock.join(), cents.join(), score.join());
    }
    // endregion fallback
}
