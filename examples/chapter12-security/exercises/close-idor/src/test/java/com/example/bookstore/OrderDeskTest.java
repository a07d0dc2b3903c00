package com.example.bookstore;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.bookstore.OrderDesk.Order;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("堵住越权")
class OrderDeskTest {

    final OrderDesk desk = new OrderDesk();

    @BeforeEach
    void fill() {
        desk.add(new Order(1, "alice", "算法"));
        desk.add(new Order(2, "bob", "算法"));
        desk.add(new Order(3, "alice", "三体"));
    }

    @Test
    @DisplayName("自己的订单：看得到，取消得了一次")
    void own() {
        assertThat(desk.find(1, "alice")).isPresent();
        assertThat(desk.cancel(1, "alice")).isTrue();
        assertThat(desk.cancel(1, "alice")).isFalse();
    }

    @Test
    @DisplayName("名字来自请求，是另一个内容相同的 String：也是自己的订单")
    void nameOfTheRequest() {
        assertThat(desk.find(1, new String("alice"))).isPresent();
        assertThat(desk.cancel(1, new String("alice"))).isTrue();
    }

    @Test
    @DisplayName("取消一张：自己的其他订单还在；取消不存在的：false，订单都在")
    void cancelOne() {
        assertThat(desk.cancel(99, "alice")).isFalse();
        assertThat(desk.find(1, "alice")).isPresent();
        desk.cancel(1, "alice");
        assertThat(desk.find(1, "alice")).isEmpty();
        assertThat(desk.find(3, "alice")).isPresent();
    }

    @Test
    @DisplayName("别人的订单：与不存在的一样")
    void foreign() {
        assertThat(desk.find(2, "alice")).isEmpty();
        assertThat(desk.find(2, "alice")).isEqualTo(desk.find(99, "alice"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Alice", "ali", "alice ", "", "%"})
    @DisplayName("名字像、但不一样，也是别人：看不到，取消不了")
    void almostTheName(String other) {
        assertThat(desk.find(1, other)).isEmpty();
        assertThat(desk.cancel(1, other)).isFalse();
        assertThat(desk.find(1, "alice")).isPresent();
    }

    @Test
    @DisplayName("几个请求同时取消同一张：只有一个得到 true")
    void cancelAtOnce() throws Exception {
        int orders = 200_000;
        for (long id = 100; id < 100 + orders; id++) {
            desk.add(new Order(id, "alice", "算法"));
        }
        // 四个线程按同样的次序取消，落后的追上来，就在同一张上相遇
        Callable<Integer> cancelAll = () -> {
            int cancelled = 0;
            for (long id = 100; id < 100 + orders; id++) {
                cancelled += desk.cancel(id, "alice") ? 1 : 0;
            }
            return cancelled;
        };
        int cancelled = 0;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (Future<Integer> answer : threads.invokeAll(Collections.nCopies(4, cancelAll))) {
                cancelled += answer.get();
            }
        }
        assertThat(cancelled).as("得到 true 的次数").isEqualTo(orders);
    }

    @Test
    @DisplayName("取消别人的订单：false，订单还在")
    void cancelForeign() {
        assertThat(desk.cancel(2, "alice")).isFalse();
        assertThat(desk.find(2, "bob")).isPresent();
    }
}
