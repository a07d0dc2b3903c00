package com.example.bookstore.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** 卖哪些书，各是多少钱。 */
@Component
public class Catalogue {

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
        if (!isbns.isEmpty()) {
            jdbc.sql("select isbn, title, price from book where isbn in (:isbns)").param("isbns", isbns)
                    .query(Book.class).list().forEach(book -> found.put(book.isbn(), book));
        }
        return found;
    }
}
