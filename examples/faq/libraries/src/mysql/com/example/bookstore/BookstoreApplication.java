package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootApplication
public class BookstoreApplication {

    /** Runs each of the statements of {@code --sql}, separated by semicolons. */
    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            JdbcTemplate database = context.getBean(JdbcTemplate.class);
            for (String sql : context.getEnvironment().getProperty("sql", "select 1").split(";")) {
                try {
                    database.execute(sql);
                    System.out.println("done: " + sql);
                }
                catch (CannotGetJdbcConnectionException failure) {
                    throw failure;
                }
                catch (DataAccessException failure) {
                    System.out.println("Caused by: " + failure.getMostSpecificCause());
                }
            }
        }
    }
}
