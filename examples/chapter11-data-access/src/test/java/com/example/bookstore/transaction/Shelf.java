package com.example.bookstore.transaction;

import java.util.List;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Where the services of the transaction tests put titles: what stands here after a failure tells all. */
public class Shelf {

    private final JdbcClient jdbc;

    Shelf(JdbcClient jdbc) {
        this.jdbc = jdbc;
        jdbc.sql("create table if not exists shelf (title varchar(100) unique)").update();
    }

    void put(String title) {
        jdbc.sql("insert into shelf values (?)").param(title).update();
    }

    List<String> titles() {
        return jdbc.sql("select title from shelf order by title")
                .query(String.class).list();
    }

    void clear() {
        jdbc.sql("delete from shelf").update();
    }

    /** JDBC and transactions as Boot configures them, and nothing else. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
            JdbcClientAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
            TransactionAutoConfiguration.class})
    @Import(Shelf.class)
    static class Jdbc {
    }
}
