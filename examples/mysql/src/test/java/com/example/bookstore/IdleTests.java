package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

import com.example.book.Recording;
import com.zaxxer.hikari.HikariDataSource;

/** The server ends a connection that is silent for longer than its {@code wait_timeout}. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IdleTests {

    private static final MySqlServer SERVER = MySqlServer.shared();

    private static final String CONNECTIONS =
            "select count(*) from information_schema.processlist where user = 'bookstore'";

    @BeforeEach
    void shortWait() {
        SERVER.anew().execute("set global wait_timeout = 1");
    }

    @AfterEach
    void defaultWait() {
        SERVER.execute("set global wait_timeout = default");
    }

    @Test
    @DisplayName("连接在池里被服务器断开：池发现了，换一条，查询成功，日志里一行警告")
    void inThePool(CapturedOutput output) {
        try (ConfigurableApplicationContext context = oneConnection()) {
            JdbcClient client = context.getBean(JdbcClient.class);
            long first = connectionId(client);
            awaitDisconnected();
            assertThat(connectionId(client)).isNotEqualTo(first);
            Recording.check("idle-warning.txt", output.getAll().lines()
                    .filter(line -> line.contains("Failed to validate connection"))
                    .map(line -> line.replaceAll("HikariPool-\\d+", "HikariPool-1"))
                    .collect(Collectors.joining("\n")));
        }
    }

    @Test
    @DisplayName("连接在事务里被断开：调用的人看到的是回滚失败，原来的错误在日志里")
    void inATransaction(CapturedOutput output) {
        try (ConfigurableApplicationContext context = oneConnection()) {
            JdbcClient client = context.getBean(JdbcClient.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Throwable thrown = catchThrowable(() -> transaction.executeWithoutResult(status -> {
                connectionId(client);
                awaitDisconnected();
                connectionId(client);
            }));
            Recording.check("idle-transaction.txt", ConnectTests.chain(thrown));
            assertThat(((TransactionSystemException) thrown).getApplicationException())
                    .isInstanceOf(RecoverableDataAccessException.class)
                    .hasMessageContaining("The client was disconnected by the server because of inactivity");
            assertThat(output.getAll().lines()
                    .dropWhile(line -> !line.contains("Application exception overridden by rollback exception")).skip(1)
                    .filter(line -> !line.isBlank()).findFirst()).hasValueSatisfying(line -> assertThat(line)
                            .startsWith(RecoverableDataAccessException.class.getName() + ": ")
                            .contains("The client was disconnected by the server because of inactivity"));
            assertThat(connectionId(client)).as("the next caller gets a new connection").isPositive();
        }
    }

    @Test
    @DisplayName("max-lifetime 是毫秒数：写 5m 启动不了")
    void lifetimeWithUnit() {
        assertThat(catchThrowable(() -> SERVER.application(null, "--spring.datasource.hikari.max-lifetime=5m")))
                .rootCause().hasMessage("For input string: \"5m\"");
    }

    @Test
    @DisplayName("max-lifetime 写成 300：一行警告，用的是默认的 30 分钟")
    void lifetimeInSeconds(CapturedOutput output) {
        try (ConfigurableApplicationContext context =
                SERVER.application(null, "--spring.datasource.hikari.max-lifetime=300")) {
            connectionId(context.getBean(JdbcClient.class));
            assertThat(output.getAll()).contains("maxLifetime is less than 30000ms, setting to default 1800000ms.");
            assertThat(context.getBean(HikariDataSource.class).getMaxLifetime()).isEqualTo(1_800_000);
        }
    }

    private static ConfigurableApplicationContext oneConnection() {
        return SERVER.application(null, "--spring.datasource.hikari.maximum-pool-size=1");
    }

    private static long connectionId(JdbcClient client) {
        return client.sql("select connection_id()").query(Long.class).single();
    }

    /** Each question is a connection of its own: asking is what takes the time. */
    private static void awaitDisconnected() {
        while (!SERVER.query(CONNECTIONS).equals("0")) {
            Thread.onSpinWait();
        }
    }
}
