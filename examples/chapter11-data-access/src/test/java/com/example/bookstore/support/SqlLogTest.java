package com.example.bookstore.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

@DisplayName("数 SQL 的工具：到达驱动几次，就记几行")
class SqlLogTest {

    private final SqlLog sql = new SqlLog();
    private HikariDataSource pool;
    private DataSource dataSource;

    @BeforeEach
    void wrap() {
        pool = Database.H2.pool(1);
        dataSource = (DataSource) sql.postProcessAfterInitialization(pool, "pool");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    @DisplayName("数据源套着数据源，两个都是 Bean：一条还是记一行")
    void dataSourceInsideADataSource() {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

            @Override
            protected Object determineCurrentLookupKey() {
                return "pool";
            }
        };
        routing.setTargetDataSources(Map.of("pool", dataSource));
        routing.afterPropertiesSet();
        DataSource outer = (DataSource) sql.postProcessAfterInitialization(routing, "routing");
        assertThat(sql.during(() -> JdbcClient.create(outer).sql("select 1").query().singleValue()))
                .containsExactly("select 1");
    }

    @Test
    @DisplayName("一批里一条也没有：不记，也不出错")
    void emptyBatch() {
        assertThat(sql.during(this::executeAnEmptyBatch)).isEmpty();
    }

    private void executeAnEmptyBatch() {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.executeBatch();
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
