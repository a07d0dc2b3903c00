package com.example.bookstore;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Who did what. */
@Component
public class AuditLog {

    private final JdbcClient jdbc;

    AuditLog(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region sick
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void writeApart(String entry) {
        write(entry);
    }
    // endregion sick

    @Transactional
    public void write(String entry) {
        jdbc.sql("insert into audit (entry) values (?)").param(entry).update();
    }
}
