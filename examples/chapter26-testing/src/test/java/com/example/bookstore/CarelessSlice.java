package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** Not named like a test: only {@code PlantedTests} runs it. */
@WebMvcTest(OrderController.class)
class CarelessSlice {

    @Autowired
    MockMvcTester mvc;

    @MockitoBean
    OrderService orders;

    // region careless
    @Test
    void outOfStockIsRefused() {
        given(orders.place("978-1", 2)).willThrow(new OutOfStockException("978-1"));
        assertThat(mvc.post().uri("/order").contentType(MediaType.APPLICATION_JSON)
                .content("{\"isbn\": \"978-1\", \"quantity\": 2}")).hasStatus4xxClientError();
    }
    // endregion careless

    @Test
    void nobodyIsAtThatAddress() {
        assertThat(mvc.post().uri("/order").contentType(MediaType.APPLICATION_JSON)
                .content("{\"isbn\": \"978-1\", \"quantity\": 2}")).hasStatus(404);
        verifyNoInteractions(orders);
    }
}
