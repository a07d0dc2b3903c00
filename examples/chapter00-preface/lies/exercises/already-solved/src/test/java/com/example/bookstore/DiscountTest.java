package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiscountTest {

    @Test
    void threeBooks() {
        assertThat(Discount.percent(3)).isEqualTo(10);
    }
}
