package com.example.bookstore;

import java.util.function.Consumer;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The broker takes one event at a time, or throws. */
public class Orders {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Consumer<String> broker;

    public Orders(DataSource database, Consumer<String> broker) {
        this.jdbc = JdbcClient.create(database);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        this.broker = broker;
    }

    // region orders
    public void place(long id) {
        transaction.executeWithoutResult(status -> {
            jdbc.sql("insert into book_order (id) values (?)").param(id).update();
            jdbc.sql("insert into outbox (id) values (?)").param(id).update();
        });
    }

    /** 每秒调用一次，启动之后也会先调用一次。 */
    public void relay() {
        for (Long id : jdbc.sql("select id from outbox order by id")
                .query(Long.class).list()) {
            // 先发，收下了再删：在两步之间被杀，下次再发一遍
            broker.accept("order-" + id);
            jdbc.sql("delete from outbox where id = ?").param(id).update();
        }
    }
    // endregion orders
}
