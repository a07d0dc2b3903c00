package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriceSuite extends StoreSuite {

    @Test
    void pricesInYuan() {
        assertThat(orders.price()).isEqualTo("59.00 CNY");
    }
}
