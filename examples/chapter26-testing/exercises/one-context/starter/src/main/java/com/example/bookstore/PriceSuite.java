package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// region price
@SpringBootTest(classes = Store.class, properties = "store.currency=CNY")
class PriceSuite {

    @Autowired
    Orders orders;

    @Test
    void pricesInYuan() {
        assertThat(orders.price()).isEqualTo("59.00 CNY");
    }
}
// endregion price
