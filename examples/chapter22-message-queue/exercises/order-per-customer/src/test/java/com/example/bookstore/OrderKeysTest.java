package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

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
        // A Chinese keyboard's space.
        assertThat(key("order-1", "\u3000Li\u3000")).isEqualTo(key("order-2", "li"));
    }

    /** In Turkish the small letter of I has no dot. */
    @Test
    @DisplayName("服务器的语言是土耳其语，大小写照样不影响")
    void normalizedWhateverTheLanguageOfTheServer() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of("tr", "TR"));
            assertThat(key("order-1", "LI")).isEqualTo(key("order-2", "li"));
        }
        finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @DisplayName("不同的顾客，键不同")
    void otherCustomer() {
        assertThat(key("order-1", "li")).isNotEqualTo(key("order-1", "wang"));
        // Only the spaces around the name do not count.
        assertThat(key("order-1", "li ming")).isNotEqualTo(key("order-1", "liming"));
        // Two names with the same capitals.
        assertThat(key("order-1", "straße")).isNotEqualTo(key("order-1", "strasse"));
        // Two names with one hash code.
        assertThat(key("order-1", "李明")).isNotEqualTo(key("order-1", "杏旯"));
    }

    @Test
    @DisplayName("没有登录的顾客各用各的键，同一张订单的键不变，不能是 null，也不能与某位顾客相同")
    void guests() {
        assertThat(key("order-1", null)).isNotNull().isNotEqualTo(key("order-2", null));
        assertThat(key("order-1", " ")).isNotEqualTo(key("order-2", " "));
        assertThat(key("order-1", "\u3000")).isNotEqualTo(key("order-2", "\u3000"));
        assertThat(key("order-1", null)).as("下单与取消是同一张订单").isEqualTo(key("order-1", null));
        assertThat(key("li", null)).isNotEqualTo(key("order-1", "li"));
        // Only a customer's name is the same in capitals.
        assertThat(key("order-a", null)).isNotEqualTo(key("order-A", null));
        // Whatever a customer's key looks like: an order may have that number.
        String customer = key("order-1", "li");
        assertThat(key(customer, null)).isNotEqualTo(customer);
        // Whatever a guest's key looks like: a customer may be called that.
        String guest = key("order-1", null);
        assertThat(key("order-2", guest)).isNotEqualTo(guest);
    }
}
