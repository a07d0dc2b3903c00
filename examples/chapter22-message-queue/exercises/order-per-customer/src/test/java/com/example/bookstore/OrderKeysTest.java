package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.OrderKeys.Order;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrderKeysTest {

    private static String key(String id, String customer) {
        return OrderKeys.keyOf(new Order(id, customer));
    }

    @Test
    @DisplayName("同一位顾客的订单，键相同")
    void sameCustomer() {
        assertThat(key("order-1", "li")).isEqualTo(key("order-2", "li"));
    }

    @Test
    @DisplayName("登录名的大小写、前后的空格不影响")
    void normalized() {
        assertThat(key("order-1", "Li ")).isEqualTo(key("order-2", "li"));
    }

    @Test
    @DisplayName("不同的顾客，键不同")
    void otherCustomer() {
        assertThat(key("order-1", "li")).isNotEqualTo(key("order-1", "wang"));
        // Only the spaces around the name do not count.
        assertThat(key("order-1", "li ming")).isNotEqualTo(key("order-1", "liming"));
        // Two names with one hash code.
        assertThat(key("order-1", "李明")).isNotEqualTo(key("order-1", "杏旯"));
    }

    @Test
    @DisplayName("没有登录的顾客各用各的键，同一张订单的键不变，不能是 null，也不能与某位顾客相同")
    void guests() {
        assertThat(key("order-1", null)).isNotNull().isNotEqualTo(key("order-2", null));
        assertThat(key("order-1", " ")).isNotEqualTo(key("order-2", " "));
        assertThat(key("order-1", null)).as("下单与取消是同一张订单").isEqualTo(key("order-1", null));
        assertThat(key("li", null)).isNotEqualTo(key("order-1", "li"));
        // Only a customer's name is the same in capitals.
        assertThat(key("order-a", null)).isNotEqualTo(key("order-A", null));
        // Whatever a guest's key looks like: a customer may be called that.
        String guest = key("order-1", null);
        assertThat(key("order-2", guest)).isNotEqualTo(guest);
    }
}
