package com.example.bookstore;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** 有错的一版：列出全部书的连接没有还，几个请求之后连接池就空了。 */
@Repository
public class Books {

    private final DataSource source;
    private final JdbcClient database;

    Books(DataSource source, JdbcClient database) {
        this.source = source;
        this.database = database;
    }

    // region leak
    public List<Book> all() {
        try {
            Connection connection = source.getConnection();
            ResultSet row = connection.createStatement()
                    .executeQuery("select id, title, price from book");
            List<Book> books = new ArrayList<>();
            while (row.next()) {
                books.add(new Book(row.getLong(1), row.getString(2), row.getInt(3)));
            }
            return books;
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }
    // endregion leak

    public Optional<Book> find(long id) {
        return database.sql("select id, title, price from book where id = ?").param(id)
                .query(Book.class).optional();
    }

    public void add(String title, int price) {
        database.sql("insert into book (title, price) values (?, ?)").params(title, price).update();
    }
}
