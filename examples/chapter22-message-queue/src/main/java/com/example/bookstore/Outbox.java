package com.example.bookstore;

import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Orders whose events are stored in the same transaction and sent afterwards. */
public class Outbox {

    /** Sends one event and returns when the broker has it. */
    public interface Sender {
        void send(String key, String event);
    }

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Sender sender;

    public Outbox(JdbcClient jdbc, TransactionOperations transaction, Sender sender) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.sender = sender;
    }

    // region place
    /** 订单与“要发的事件”在同一个事务里，要么都有，要么都没有。 */
    public void place(long id, String customer) {
        transaction.executeWithoutResult(status -> {
            jdbc.sql("insert into book_order (id, customer) values (?, ?)")
                    .params(id, customer).update();
            jdbc.sql("insert into outbox (id, event_key, event) values (?, ?, ?)")
                    .params(id, customer, "order-" + id).update();
        });
    }
    // endregion place

    // region relay
    /** 把还没有发的按顺序发出去，等代理收下，再记下发过了。返回发了几条。 */
    public int relay() {
        List<Map<String, Object>> pending = jdbc.sql("""
                select id, event_key, event from outbox where not sent
                order by id limit 100""").query().listOfRows();
        for (Map<String, Object> row : pending) {
            // 等代理的时候没有事务开着，也没有锁住哪一行
            sender.send((String) row.get("event_key"), (String) row.get("event"));
            jdbc.sql("update outbox set sent = true where id = ?")
                    .param(row.get("id")).update();
        }
        return pending.size();
    }
    // endregion relay
}
