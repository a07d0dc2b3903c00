package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** 第一次发布：两列都写，新列没有就读旧列。 */
@Repository
public class Books {

    private final JdbcClient database;

    Books(JdbcClient database) {
        this.database = database;
    }

    // region sql
    private static final String SELECT =
            "select id, coalesce(name, title) as title, price from book";

    public List<Book> all() {
        return database.sql(SELECT + " order by id").query(Book.class).list();
    }

    public Optional<Book> find(long id) {
        return database.sql(SELECT + " where id = ?").param(id).query(Book.class).optional();
    }

    public void add(String title, int price) {
        database.sql("insert into book (title, name, price) values (?, ?, ?)")
                .params(title, title, price).update();
    }
    // endregion sql
}
