package com.example.bookstore.saga;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** 支付服务的收款。自己的事务，同一张订单可以来几次，答复与第一次相同。 */
public class Cashier {

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    public Cashier(JdbcClient jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @return false 表示余额不够 */
    public boolean charge(String orderId, String customer, int cents) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            boolean first = jdbc.sql("insert into payment values (?, ?, ?, 'PAID') on conflict do nothing")
                    .params(orderId, customer, cents).update() == 1;
            if (!first) {
                return jdbc.sql("select outcome from payment where order_id = ?").param(orderId)
                        .query(String.class).single().equals("PAID");
            }
            boolean paid = jdbc.sql("update account set balance = balance - ? where customer = ? and balance >= ?")
                    .params(cents, customer, cents).update() == 1;
            if (!paid) {
                jdbc.sql("update payment set outcome = 'DECLINED' where order_id = ?").param(orderId).update();
            }
            return paid;
        }));
    }
}
