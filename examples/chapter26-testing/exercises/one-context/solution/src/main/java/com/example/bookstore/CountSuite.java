package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountSuite extends StoreSuite {

    @Test
    void startsFromZero() {
        assertThat(orders.count()).isZero();
    }

    @Test
    void countsOrders() {
        orders.place("978-1");
        orders.place("978-1");
        assertThat(orders.count()).isEqualTo(2);
    }
}
