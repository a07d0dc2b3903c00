package com.example.bookstore.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TimeZone;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.order.Order;
import com.example.bookstore.order.OrderRepository;
import com.example.bookstore.support.Application;
import com.example.bookstore.support.Database;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class TimeZoneTest {

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 0", "H2, 0", "MARIADB, 8"})
    @DisplayName("JVM 在东八区：Hibernate 写的时刻，JDBC 读出来差几小时")
    void sameColumnTwoReaders(Database database, int hours) {
        assertThat(TimeZone.getDefault().toZoneId()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        var context = Application.on(database);
        Order order = context.getBean(OrderRepository.class).save(new Order("小明"));
        Instant read = context.getBean(JdbcClient.class)
                .sql("select created_at from purchase_order where id = ?")
                .param(order.getId())
                .query(Timestamp.class).single().toInstant();
        assertThat(Duration.between(read, order.getCreatedAt()))
                .isEqualTo(Duration.ofHours(hours));
    }

    @Test
    @DisplayName("MariaDB：按 LocalDateTime 读出来，再当作 UTC，就是原来的时刻")
    void readAsUtc() {
        var context = Application.on(Database.MARIADB);
        Order order = context.getBean(OrderRepository.class).save(new Order("小明"));
        LocalDateTime read = context.getBean(JdbcClient.class)
                .sql("select created_at from purchase_order where id = ?")
                .param(order.getId())
                .query(LocalDateTime.class).single();
        assertThat(read.toInstant(ZoneOffset.UTC)).isEqualTo(order.getCreatedAt());
    }
}
