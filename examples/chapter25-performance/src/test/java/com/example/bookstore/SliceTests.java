package com.example.bookstore;

import com.zaxxer.hikari.HikariDataSource;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase.Replace;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** 数据库的切片默认要换成内嵌的数据库，而这个模块的类路径上没有。 */
@Order(Order.DEFAULT + 1)
class SliceTests {

    private static final String URL = "jdbc:postgresql://localhost/nobody-connects";

    @Configuration(proxyBeanMethods = false)
    static class Nothing {
    }

    @JdbcTest(properties = {"spring.datasource.url=" + URL, "spring.sql.init.mode=never"})
    @ContextConfiguration(classes = Nothing.class)
    static class Slice {
    }

    @AutoConfigureTestDatabase(replace = Replace.NONE)
    static class OnTheConfiguredDatabase extends Slice {
    }

    private static ApplicationContext start(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    @Test
    void sliceWantsAnEmbeddedDatabase() {
        assertThatThrownBy(() -> start(Slice.class)).rootCause()
                .hasMessageStartingWith("Failed to replace DataSource with an embedded database for tests.")
                .hasMessageEndingWith("or tune the replace attribute of @AutoConfigureTestDatabase.");
    }

    @Test
    void replaceNoneKeepsTheConfiguredOne() {
        assertThat(start(OnTheConfiguredDatabase.class).getBean(HikariDataSource.class).getJdbcUrl())
                .isEqualTo(URL);
    }
}
