package com.example.bookstore;

import org.junit.jupiter.api.Test;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** Slices that differ in the controllers they take; run by {@code ContextTests} only. */
final class TwoSlices {

    private TwoSlices() {
    }

    @WebMvcTest(controllers = OrderController.class, properties = "group=slices")
    static class OneController {

        @MockitoBean
        OrderService orders;

        @Test
        void starts() {
        }
    }

    @WebMvcTest(properties = "group=slices")
    static class EveryController {

        @MockitoBean
        OrderService orders;

        @Test
        void starts() {
        }
    }
}
