package com.example.bookstore;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

// region mailer
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

    /** 收到一条“订单已下”的消息：把要寄的信写进 letter 表，另一个任务会去寄。 */
    public void onOrderPlaced(long orderId, String email) {
        Integer handled = jdbc.queryForObject(
                "select count(*) from handled_order where order_id = ?",
                Integer.class, orderId);
        if (handled != null && handled > 0) {
            return;
        }
        jdbc.update("insert into handled_order(order_id) values (?)", orderId);
        String text = letters.write(email);
        jdbc.update("insert into letter(order_id, email, text) values (?, ?, ?)",
                orderId, email, text);
    }
}
// endregion mailer
