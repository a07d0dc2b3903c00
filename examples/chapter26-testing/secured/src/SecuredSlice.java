package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** An order that security lets through, and the two that lack one of the two things. */
@WebMvcTest(OrderController.class)
class SecuredSlice {

    @Autowired
    MockMvcTester mvc;

    @MockitoBean
    OrderService orders;

    private MockMvcTester.MockMvcRequestBuilder order() {
        given(orders.place("978-1", 2)).willReturn(new Sale("978-1", 2, 10620));
        return mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON)
                .content("{\"isbn\": \"978-1\", \"quantity\": 2}");
    }

    @Test
    @WithMockUser
    void userWithToken() {
        assertThat(order().with(csrf())).hasStatus(201);
    }

    @Test
    @WithMockUser
    void userWithoutToken() {
        assertThat(order()).hasStatus(403);
    }

    @Test
    void tokenWithoutUser() {
        assertThat(order().with(csrf())).hasStatus(401);
    }
}
