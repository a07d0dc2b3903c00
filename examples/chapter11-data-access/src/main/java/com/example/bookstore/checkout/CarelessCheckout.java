package com.example.bookstore.checkout;

import com.example.bookstore.catalog.JdbcBookRepository;
import org.springframework.stereotype.Service;

/** 下单，没有事务：两条 SQL 各管各的。 */
@Service
public class CarelessCheckout {

    private final JdbcBookRepository books;
    private final SaleRecords sales;

    CarelessCheckout(JdbcBookRepository books, SaleRecords sales) {
        this.books = books;
        this.sales = sales;
    }

    // region buy
    public void buy(String orderNo, long bookId, int quantity) {
        if (!books.deductStock(bookId, quantity)) {
            throw new OutOfStockException(bookId, quantity);
        }
        sales.add(orderNo, bookId, quantity);
    }
    // endregion buy
}
