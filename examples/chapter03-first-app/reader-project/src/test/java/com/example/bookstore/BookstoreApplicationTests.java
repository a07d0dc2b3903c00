package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest
@AutoConfigureMockMvc
class BookstoreApplicationTests {

    @Autowired
    MockMvcTester mvc;

    @Test
    void contextLoads() {
    }

    @Test
    void helloAnswersInChinese() {
        assertThat(mvc.get().uri("/hello"))
                .hasStatusOk()
                .hasBodyTextEqualTo("你好，书店");
    }

    @Test
    void booksAreJson() {
        assertThat(mvc.get().uri("/books"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[1].author").isEqualTo("刘慈欣");
    }
}
