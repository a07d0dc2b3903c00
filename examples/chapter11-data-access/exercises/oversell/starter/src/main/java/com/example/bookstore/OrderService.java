package com.example.bookstore;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

public class OrderService {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final PaymentGateway payments;

    public OrderService(JdbcClient jdbc, TransactionTemplate transaction, PaymentGateway payments) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.payments = payments;
    }

    // region order
    /** 下单；库存不够，或者本数不大于 0，返回 {@code false}。 */
    public boolean order(String customer, long bookId, int copies) {
        return copies > 0 && transaction.execute(status -> {
            int stock = jdbc.sql("select stock from book where id = ?").param(bookId)
                    .query(Integer.class).single();
            if (stock < copies) {
                return false;
            }
            payments.charge(customer, copies);
            jdbc.sql("update book set stock = ? where id = ?")
                    .params(stock - copies, bookId).update();
            jdbc.sql("insert into purchase (customer, book_id, copies) values (?, ?, ?)")
                    .params(customer, bookId, copies).update();
            return true;
        });
    }
    // endregion order
}
