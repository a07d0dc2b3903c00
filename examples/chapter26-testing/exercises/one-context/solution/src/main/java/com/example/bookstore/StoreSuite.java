package com.example.bookstore;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

// region base
@SpringBootTest(classes = Store.class, properties = "store.currency=CNY")
abstract class StoreSuite {

    @MockitoBean
    Mailer mailer;

    @Autowired
    Orders orders;

    @BeforeEach
    void newDay() { // 自己收拾，就不用 @DirtiesContext
        orders.clear();
    }
}
// endregion base
