package com.example.bookstore.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** 卖哪些书，各是多少钱。 */
@Component
public class Catalogue {

    /** 表里放得下的才去查；零字符之类的，PostgreSQL 会报错。 */
    private static final Pattern ISBN = Pattern.compile("[0-9A-Za-z-]{1,13}");

    private final JdbcClient jdbc;

    Catalogue(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<Book> all() {
        return jdbc.sql("select isbn, title, price from book order by title, isbn").query(Book.class).list();
    }

    /** 按 ISBN 排好的书，没有的不在里面。 */
    public Map<String, Book> find(Collection<String> isbns) {
        Map<String, Book> found = new TreeMap<>();
        List<String> sound = isbns.stream().filter(isbn -> ISBN.matcher(isbn).matches()).toList();
        if (!sound.isEmpty()) {
            jdbc.sql("select isbn, title, price from book where isbn in (:isbns)").param("isbns", sound)
                    .query(Book.class).list().forEach(book -> found.put(book.isbn(), book));
        }
        return found;
    }
}
