package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

@Service
public class BookImport {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    BookImport(JdbcClient jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    // region import
    public List<String> importAll(Map<String, Integer> copiesByTitle) {
        List<String> failed = new ArrayList<>();
        copiesByTitle.forEach((title, copies) -> {
            try {
                // One transaction for each book, and no proxy that a call could go past.
                transaction.executeWithoutResult(status -> importOne(title, copies));
            }
            catch (DataAccessException ex) {
                failed.add(title);
            }
        });
        return failed;
    }

    private void importOne(String title, int copies) {
        jdbc.sql("insert into book values (?)").param(title).update();
        jdbc.sql("insert into stock values (?, ?)").params(title, copies).update();
    }
    // endregion import
}
