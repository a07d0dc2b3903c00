package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.BookstoreApplication;
import com.example.testing.Postgres;
import org.junit.jupiter.api.Test;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;

/** On which database a slice runs where H2 is on the class path and PostgreSQL is asked for. */
@RequiresService(Service.POSTGRESQL)
class SliceDatabaseTests {

    @JdbcTest(properties = "spring.datasource.url=jdbc:postgresql://localhost/nobody-connects")
    @ContextConfiguration(classes = BookstoreApplication.class)
    static class InTheConfiguration {
    }

    @JdbcTest
    @ContextConfiguration(classes = BookstoreApplication.class)
    static class FromTheTest {

        @DynamicPropertySource
        static void database(DynamicPropertyRegistry properties) {
            String url = Postgres.newSchema();
            properties.add("spring.datasource.url", () -> url);
        }
    }

    private static String database(Class<?> test) throws SQLException {
        DataSource database = new TestContextManager(test).getTestContext().getApplicationContext().getBean(DataSource.class);
        try (Connection connection = database.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        }
    }

    @Test
    void configuredDatabaseIsReplacedByH2() throws SQLException {
        assertThat(database(InTheConfiguration.class)).isEqualTo("H2");
    }

    @Test
    void databaseFromTheTestIsKept() throws SQLException {
        assertThat(database(FromTheTest.class)).isEqualTo("PostgreSQL");
    }
}
