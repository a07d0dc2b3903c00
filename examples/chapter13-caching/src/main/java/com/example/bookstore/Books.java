package com.example.bookstore;

import java.math.BigDecimal;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The books in the database. */
@Repository
public class Books {

    private final JdbcClient jdbc;

    Books(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region find
    public @Nullable Book find(String isbn) {
        return jdbc.sql("select isbn, title, price from book where isbn = ?")
                .param(isbn)
                .query(Book.class)
                .optional()
                .orElse(null);
    }
    // endregion find

    public List<Book> page(int number, int size) {
        return jdbc.sql("select isbn, title, price from book order by isbn limit ? offset ?")
                .params(size, (long) number * size)
                .query(Book.class)
                .list();
    }

    public void changePrice(String isbn, BigDecimal price) {
        jdbc.sql("update book set price = ? where isbn = ?").params(price, isbn).update();
    }
}
