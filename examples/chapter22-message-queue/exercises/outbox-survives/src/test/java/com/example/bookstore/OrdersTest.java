package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

class OrdersTest {

    /** Thrown where the process would be killed: nothing after it runs. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private EmbeddedDatabase database;
    private final List<String> topic = new ArrayList<>();
    private boolean killBefore;
    private boolean killAfter;

    @BeforeEach
    void start() {
        database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
        JdbcTemplate jdbc = new JdbcTemplate((DataSource) database);
        jdbc.execute("create table book_order (id bigint primary key)");
        jdbc.execute("create table outbox (id bigint primary key)");
    }

    @AfterEach
    void stop() {
        database.shutdown();
    }

    private Orders process() {
        return new Orders(database, event -> {
            if (killBefore) {
                throw new Killed();
            }
            topic.add(event);
            if (killAfter) {
                throw new Killed();
            }
        });
    }

    private void restart() {
        killBefore = false;
        killAfter = false;
        process().relay();
    }

    private static void killed(Runnable action) {
        Throwable thrown = catchThrowable(action::run);
        assertThat(thrown == null || thrown instanceof Killed).isTrue();
    }

    private long orders() {
        return new JdbcTemplate((DataSource) database).queryForObject("select count(*) from book_order", Long.class);
    }

    @Test
    @DisplayName("一切正常：订单有了，事件也有一条")
    void normal() {
        Orders orders = process();
        orders.place(1);
        orders.relay();
        assertThat(topic).containsExactly("order-1");
        orders.relay();
        assertThat(topic).containsExactly("order-1");
    }

    @Test
    @DisplayName("订单提交之后、事件发出之前被杀：重启之后补上")
    void killedBeforeSend() {
        killBefore = true;
        Orders orders = process();
        killed(() -> orders.place(1));
        killed(orders::relay);
        restart();
        assertThat(orders()).isEqualTo(1);
        assertThat(topic).containsExactly("order-1");
    }

    @Test
    @DisplayName("发出之后、记下之前被杀：可以再发一遍，不能少")
    void killedAfterSend() {
        killAfter = true;
        Orders orders = process();
        killed(() -> orders.place(1));
        killed(orders::relay);
        restart();
        assertThat(topic).isNotEmpty().containsOnly("order-1");
    }

    @Test
    @DisplayName("Kafka 没有答复，顾客照样下得了单")
    void brokerAway() {
        killBefore = true;
        Orders orders = process();
        orders.place(1);
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    @DisplayName("订单没有存成，就没有事件")
    void orderFails() {
        Orders orders = process();
        orders.place(1);
        assertThat(catchThrowable(() -> orders.place(1))).isNotNull();
        orders.relay();
        assertThat(topic).containsExactly("order-1");
    }

    @Test
    @DisplayName("事件的顺序与下单的顺序相同")
    void inOrder() {
        Orders orders = process();
        for (int id = 1; id <= 5; id++) {
            orders.place(id);
        }
        orders.relay();
        assertThat(topic).containsExactly("order-1", "order-2", "order-3", "order-4", "order-5");
    }
}
