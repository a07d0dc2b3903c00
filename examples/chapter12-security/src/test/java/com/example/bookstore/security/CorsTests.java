package com.example.bookstore.security;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.MockMvc;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.options;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

@SpringBootTest
@AutoConfigureMockMvc
@DisplayName("书店的预检")
class CorsTests {

    @Autowired
    MockMvc mvc;

    @Test
    @DisplayName("自家前端的预检：200；别的站：403")
    void preflight() throws Exception {
        mvc.perform(options("/api/orders/1").header("Origin", "https://shop.example.com")
                .header("Access-Control-Request-Method", "DELETE"))
                .andExpect(status().isOk())
                .andExpect(header().string("Access-Control-Allow-Origin", "https://shop.example.com"));
        mvc.perform(options("/api/orders/1").header("Origin", "https://evil.example.com")
                .header("Access-Control-Request-Method", "DELETE"))
                .andExpect(status().isForbidden());
    }
}
