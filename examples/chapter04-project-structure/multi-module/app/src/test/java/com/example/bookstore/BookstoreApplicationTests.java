package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest
@AutoConfigureMockMvc
class BookstoreApplicationTests {

    @Autowired
    MockMvcTester mvc;

    @Test
    void ordersABookOfTheOtherModule() {
        assertThat(mvc.post().uri("/orders").contentType(MediaType.APPLICATION_JSON)
                .content("{\"isbn\": \"9787506365437\", \"quantity\": 2}"))
                .hasStatus(HttpStatus.CREATED).bodyJson().extractingPath("$.total").isEqualTo(90.00);
    }
}
