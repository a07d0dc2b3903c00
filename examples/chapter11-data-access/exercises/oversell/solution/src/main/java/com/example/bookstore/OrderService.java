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
    /** Orders copies of a book; {@code false} when there are not enough. */
    public boolean order(String customer, long bookId, int copies) {
        return transaction.execute(status -> {
            // Check and change in one statement; the row stays locked until the commit.
            int changed = jdbc.sql("""
                    update book set stock = stock - ? where id = ? and stock >= ?
                    """)
                    .params(copies, bookId, copies).update();
            if (changed == 0) {
                return false;
            }
            // Refused payment: the exception rolls the stock back.
            payments.charge(customer, copies);
            jdbc.sql("insert into purchase (customer, book_id, copies) values (?, ?, ?)")
                    .params(customer, bookId, copies).update();
            return true;
        });
    }
    // endregion order
}
