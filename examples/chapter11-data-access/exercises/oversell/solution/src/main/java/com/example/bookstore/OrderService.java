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
            // 判断与修改在一条语句里；这一行锁到提交。
            int changed = jdbc.sql("""
                    update book set stock = stock - ? where id = ? and stock >= ?
                    """)
                    .params(copies, bookId, copies).update();
            if (changed == 0) {
                return false;
            }
            // 付款被拒时，异常让库存退回去。
            payments.charge(customer, copies);
            jdbc.sql("insert into purchase (customer, book_id, copies) values (?, ?, ?)")
                    .params(customer, bookId, copies).update();
            return true;
        });
    }
    // endregion order
}
