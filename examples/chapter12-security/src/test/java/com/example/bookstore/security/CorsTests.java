package com.example.bookstore.security;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.MockMvc;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
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
    @DisplayName("自家前端的预检：200，脚本读得到 401 的原因；别的站：403")
    void preflight() throws Exception {
        mvc.perform(options("/api/orders/1").header("Origin", "https://shop.example.com")
                .header("Access-Control-Request-Method", "DELETE"))
                .andExpect(status().isOk())
                .andExpect(header().string("Access-Control-Allow-Origin", "https://shop.example.com"));
        mvc.perform(options("/api/orders/1").header("Origin", "https://evil.example.com")
                .header("Access-Control-Request-Method", "DELETE"))
                .andExpect(status().isForbidden());
        // 浏览器让脚本读哪些头，看这个名单；默认的里面没有 401 的原因
        mvc.perform(get("/api/orders/1").header("Origin", "https://shop.example.com"))
                .andExpect(status().isUnauthorized())
                .andExpect(header().exists("WWW-Authenticate"))
                .andExpect(header().string("Access-Control-Expose-Headers", "WWW-Authenticate"));
    }
}
