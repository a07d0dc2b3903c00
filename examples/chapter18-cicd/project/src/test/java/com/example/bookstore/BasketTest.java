package com.example.bookstore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BasketTest {

    @Test
    void total() {
        assertEquals(21800, new Basket().total(12900, 8900));
    }
}
