package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class Books {

    private final JdbcClient jdbc;

    Books(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Book> all() {
        return jdbc.sql("select id, title, price from book order by id").query(Book.class).list();
    }

    Optional<Book> find(long id) {
        return jdbc.sql("select id, title, price from book where id = :id").param("id", id)
                .query(Book.class).optional();
    }

    long add(String title, int price) {
        return jdbc.sql("insert into book (title, price) values (:title, :price) returning id")
                .param("title", title).param("price", price).query(Long.class).single();
    }

    /** 数一遍全部的书，故意数得很慢：演示重启和超时要有一个慢请求。 */
    int countSlowly(double seconds) {
        return jdbc.sql("select count(*) from book, pg_sleep(:seconds)").param("seconds", seconds)
                .query(Integer.class).single();
    }
}
