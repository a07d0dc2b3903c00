package com.example.bookstore;

import java.util.OptionalLong;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcShelf implements Shelf {

    private final JdbcClient jdbc;

    JdbcShelf(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public OptionalLong price(String isbn) {
        return jdbc.sql("select cents from book where isbn = ?").param(isbn).query(Long.class).optional()
                .map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    // region sql
    @Override
    public boolean take(String isbn, int quantity) {
        return jdbc.sql("""
                        update book set stock = stock - :quantity
                        where isbn = :isbn and stock >= :quantity""")
                .param("quantity", quantity).param("isbn", isbn).update() == 1;
    }

    @Override
    public long sold(String isbn) {
        return jdbc.sql("select coalesce(sum(quantity), 0) from sale where isbn = ?")
                .param(isbn).query(Long.class).single();
    }
    // endregion sql

    @Override
    public void sell(Sale sale) {
        jdbc.sql("insert into sale values (?, ?, ?)")
                .params(sale.isbn(), sale.quantity(), sale.cents()).update();
    }
}
