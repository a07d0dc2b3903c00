package com.example.bookstore;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootApplication
public class BookstoreApplication {

    private static final String ANOTHER = "another transaction: ";

    /**
     * Runs each of the statements of {@code --sql}, separated by semicolons. One that is marked runs in another
     * transaction, which stays open until {@code another transaction ends}. Of two parameters the first is null.
     */
    public static void main(String[] args) throws SQLException {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            JdbcTemplate database = context.getBean(JdbcTemplate.class);
            Connection another = null;
            for (String sql : context.getEnvironment().getProperty("sql", "select 1").split(";")) {
                if (sql.startsWith(ANOTHER)) {
                    another = inTransaction(context.getBean(DataSource.class), sql.substring(ANOTHER.length()));
                }
                else if (sql.equals("another transaction ends")) {
                    another.rollback();
                    another.close();
                }
                else {
                    execute(database, sql);
                }
            }
        }
    }

    private static void execute(JdbcTemplate database, String sql) {
        try {
            if (sql.contains("?")) {
                database.queryForList(sql, new Object[] { null, "活着" });
            }
            else {
                database.execute(sql);
            }
            System.out.println("done: " + sql);
        }
        catch (CannotGetJdbcConnectionException failure) {
            throw failure;
        }
        catch (DataAccessException failure) {
            System.out.println("Caused by: " + failure.getMostSpecificCause());
        }
    }

    private static Connection inTransaction(DataSource dataSource, String sql) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }
}
