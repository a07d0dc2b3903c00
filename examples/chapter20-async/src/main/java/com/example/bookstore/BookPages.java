package com.example.bookstore;

import java.util.concurrent.CompletableFuture;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

@Service
public class BookPages {

    private static final Logger log = LoggerFactory.getLogger(BookPages.class);

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
        // 没有评分，页面照样能看；接住了异常，就要自己写日志
        CompletableFuture<Double> score = suppliers.scoreLater(isbn).exceptionally(ex -> {
            log.warn("没有取到评分", ex);
            return 0.0;
        });
        return new Page(stock.join(), cents.join(), score.join());
    }
    // endregion fallback
}
