package com.example.bookstore;

import java.nio.file.Path;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** The tables of the exercise in a file that outlives a killed process. */
record Database(JdbcTemplate jdbc, TransactionTemplate transaction) {

    static Database open(Path file) {
        DriverManagerDataSource source = new DriverManagerDataSource(
                "jdbc:h2:file:" + file.toAbsolutePath() + ";WRITE_DELAY=0;LOCK_TIMEOUT=10000");
        JdbcTemplate jdbc = new JdbcTemplate(source);
        jdbc.execute("create table if not exists handled_order (order_id bigint primary key)");
        jdbc.execute("create table if not exists letter (order_id bigint, email varchar(100), text varchar(200))");
        return new Database(jdbc, new TransactionTemplate(new DataSourceTransactionManager(source)));
    }

    int letters(long orderId) {
        return jdbc.queryForObject("select count(*) from letter where order_id = ?", Integer.class, orderId);
    }
}
