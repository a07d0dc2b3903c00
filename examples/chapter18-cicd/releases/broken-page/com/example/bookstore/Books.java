package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** 有错的一版：书名的列名写错了，启动时没有人发现。 */
@Repository
public class Books {

    private final JdbcClient database;

    Books(JdbcClient database) {
        this.database = database;
    }

    public List<Book> all() {
        return database.sql("select id, titel, price from book order by id").query(Book.class).list();
    }

    public Optional<Book> find(long id) {
        return database.sql("select id, titel, price from book where id = ?").param(id)
                .query(Book.class).optional();
    }

    public void add(String title, int price) {
        database.sql("insert into book (title, price) values (?, ?)")
                .params(title, price).update();
    }
}
