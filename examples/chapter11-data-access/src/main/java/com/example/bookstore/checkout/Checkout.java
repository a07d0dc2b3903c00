package com.example.bookstore.checkout;

import com.example.bookstore.catalog.JdbcBookRepository;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** 下单，在一个事务里：要么扣库存并记账，要么什么也没有发生。 */
@Service
public class Checkout {

    private final JdbcBookRepository books;
    private final SaleRecords sales;

    Checkout(JdbcBookRepository books, SaleRecords sales) {
        this.books = books;
        this.sales = sales;
    }

    // region buy
    // highlight-next-line
    @Transactional
    public void buy(String orderNo, long bookId, int quantity) {
        if (!books.deductStock(bookId, quantity)) {
            throw new OutOfStockException(bookId, quantity);
        }
        sales.add(orderNo, bookId, quantity);
    }
    // endregion buy
}
