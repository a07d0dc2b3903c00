package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.mock.mockito.MockBean;

/** Replaces a bean as one did before {@code @MockitoBean}. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
class OldMock {

    @MockBean
    Shelf shelf;

    @Autowired
    OrderService orders;

    @Test
    void isReplaced() {
        given(shelf.sold("978-1")).willReturn(7L);
        assertThat(orders.sold("978-1")).isEqualTo(7);
    }
}
