package com.example.bookstore;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Books that a customer has not bought yet. */
@Service
public class Unread {

    private static final int SHOWN = 20;

    private final JdbcClient jdbc;

    public Unread(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region scan
    public List<String> scanning(int customer) {
        List<String> bought = bought(customer);
        // 每一本书，都把买过的从头找一遍
        return unread(isbn -> bought.contains(isbn));
    }
    // endregion scan

    // region set
    public List<String> hashing(int customer) {
        // 放进集合，找一本书就不必从头看起
        Set<String> bought = new HashSet<>(bought(customer));
        return unread(isbn -> bought.contains(isbn));
    }
    // endregion set

    private List<String> bought(int customer) {
        return jdbc.sql("select isbn from purchase where customer = ? order by isbn")
                .param(customer).query(String.class).list();
    }

    private List<String> unread(Predicate<String> bought) {
        return jdbc.sql("select isbn from book order by isbn").query(String.class).list().stream()
                .filter(bought.negate()).limit(SHOWN).toList();
    }
}
