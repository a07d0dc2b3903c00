package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

// region slice
@WebMvcTest(OrderController.class)
class OrderSliceTests {

    @Autowired
    MockMvcTester mvc;

    @MockitoBean
    OrderService orders; // 替身：切片里没有服务，也没有数据库

    @Test
    void answersWithTheSale() {
        given(orders.place("978-1", 2)).willReturn(new Sale("978-1", 2, 10620));
        assertThat(post("""
                {"isbn": "978-1", "quantity": 2}""")).hasStatus(201)
                .bodyJson().isLenientlyEqualTo("""
                        {"isbn": "978-1", "quantity": 2, "cents": 10620}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"isbn\": \"978-1\", \"quantity\": 0}",
            "{\"isbn\": \"978-1\", \"quantity\": 100}",
            "{\"isbn\": \" \", \"quantity\": 1}",
            "{\"quantity\": 1}", "not json" })
    void refusesBadOrders(String body) {
        assertThat(post(body)).hasStatus(400);
        verify(orders, never()).place(any(), anyInt());
    }
    // endregion slice

    @Test
    void outOfStockIsAConflict() {
        given(orders.place("978-1", 2)).willThrow(new OutOfStockException("978-1"));
        assertThat(post("{\"isbn\": \"978-1\", \"quantity\": 2}")).hasStatus(409);
    }

    private MvcTestResult post(String body) {
        return mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }
}
