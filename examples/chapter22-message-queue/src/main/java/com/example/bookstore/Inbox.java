package com.example.bookstore;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Handles an event once, however often it arrives. */
public class Inbox {

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    public Inbox(JdbcClient jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    // region once
    /** 这个组第一次见到才做；记号与 work 写的数据在同一个事务里。返回做了没有。 */
    public boolean once(String group, String event, Runnable work) {
        return transaction.execute(status -> {
            int inserted = jdbc.sql("""
                    insert into inbox (consumer_group, event) values (?, ?)
                    on conflict do nothing""").params(group, event).update();
            if (inserted == 1) {
                work.run();
            }
            return inserted == 1;
        });
    }
    // endregion once
}
