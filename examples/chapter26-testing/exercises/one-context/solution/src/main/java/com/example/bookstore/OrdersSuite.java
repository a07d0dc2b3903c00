package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;

import org.junit.jupiter.api.Test;

class OrdersSuite extends StoreSuite {

    @Test
    void sendsAMail() {
        orders.place("978-1");
        verify(mailer).send("978-1");
    }

    @Test
    void remembersTheOrder() {
        orders.place("978-2");
        assertThat(orders.count()).isEqualTo(1);
    }
}
