package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** {@link CarelessSlice} with the right address, still content with any 4xx. */
@WebMvcTest(OrderController.class)
class LooseSlice {

    @Autowired
    MockMvcTester mvc;

    @MockitoBean
    OrderService orders;

    @Test
    void outOfStockIsRefused() {
        given(orders.place("978-1", 2)).willThrow(new OutOfStockException("978-1"));
        assertThat(mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON)
                .content("{\"isbn\": \"978-1\", \"quantity\": 2}")).hasStatus4xxClientError();
    }
}
