package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

// region count
@SpringBootTest(classes = Store.class)
@DirtiesContext(classMode = DirtiesContext.ClassMode.BEFORE_EACH_TEST_METHOD)
class CountSuite {

    @MockitoBean
    Mailer mails;

    @Autowired
    Orders orders;

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
// endregion count
