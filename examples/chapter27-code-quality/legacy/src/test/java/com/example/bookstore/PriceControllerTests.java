package com.example.bookstore;

import static org.mockito.BDDMockito.given;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.boot.test.mock.mockito.MockBean;
import org.springframework.test.web.servlet.MockMvc;

@WebMvcTest(PriceController.class)
class PriceControllerTests {

    @Autowired
    MockMvc mvc;

    @MockBean
    Prices prices;

    @Test
    void tellsThePrice() throws Exception {
        given(prices.priceOf("1")).willReturn("79.00");
        mvc.perform(get("/prices/1")).andExpect(content().string("{\"price\":\"79.00\",\"isbn\":\"1\"}"));
    }
}
