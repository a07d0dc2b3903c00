package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** 第三次发布：代码没有变，删掉没有人用的旧列。 */
@Repository
public class Books {

    private final JdbcClient database;

    Books(JdbcClient database) {
        this.database = database;
    }

    public List<Book> all() {
        return database.sql("select id, name as title, price from book order by id").query(Book.class).list();
    }

    public Optional<Book> find(long id) {
        return database.sql("select id, name as title, price from book where id = ?").param(id)
                .query(Book.class).optional();
    }

    public void add(String title, int price) {
        database.sql("insert into book (name, price) values (?, ?)")
                .params(title, price).update();
    }
}
