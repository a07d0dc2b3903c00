package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

// region orders
@SpringBootTest(classes = Store.class)
class OrdersSuite {

    @MockitoBean
    Mailer mailer;

    @Autowired
    Orders orders;

    @Test
    void sendsAMail() {
        orders.place("978-1");
        verify(mailer).send("978-1");
    }

    @Test
    void remembersTheOrder() {
        orders.place("978-2");
        assertThat(orders.count()).isPositive();
    }
}
// endregion orders
