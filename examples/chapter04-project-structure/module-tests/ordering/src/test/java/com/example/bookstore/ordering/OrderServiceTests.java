package com.example.bookstore.ordering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class OrderServiceTests {

    @Autowired
    OrderService orders;

    @Test
    void anUnknownBookIsNotOrdered() {
        assertThat(orders.place("0", 1)).isEmpty();
    }
}
