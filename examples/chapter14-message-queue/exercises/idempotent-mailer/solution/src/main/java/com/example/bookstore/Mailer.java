package com.example.bookstore;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

public class Mailer {

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final LetterTemplate letters;

    public Mailer(JdbcTemplate jdbc, TransactionTemplate transaction,
            LetterTemplate letters) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.letters = letters;
    }

    // region solution
    public void onOrderPlaced(long orderId, String email) {
        transaction.executeWithoutResult(status -> {
            try {
                // 先占住订单号：同时来的另一条会等在这里，等到的是重复
                jdbc.update("insert into handled_order(order_id) values (?)", orderId);
            }
            catch (DuplicateKeyException ex) {
                return; // 处理过了，正常返回，消息得到确认；接住的只有这一句的重复
            }
            String text = letters.write(email);
            jdbc.update("insert into letter(order_id, email, text) values (?, ?, ?)",
                    orderId, email, text);
        });
    }
    // endregion solution
}
