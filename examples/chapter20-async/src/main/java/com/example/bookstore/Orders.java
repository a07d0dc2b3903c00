package com.example.bookstore;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// region place
@Service
public class Orders {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    public Orders(JdbcClient jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    @Transactional
    public void place(String id) {
        jdbc.sql("insert into book_order (id) values (?)").param(id).update();
        events.publishEvent(new OrderPlaced(id));
    }
}
// endregion place
