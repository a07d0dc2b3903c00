package com.example.bookstore;

import com.example.bookstore.OrderDesk.Order;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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

    @Test
    @DisplayName("取消别人的订单：false，订单还在")
    void cancelForeign() {
        assertThat(desk.cancel(2, "alice")).isFalse();
        assertThat(desk.find(2, "bob")).isPresent();
    }
}
