package com.example.plain;

import com.example.bookstore.Http;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = SecurityByDefaultTests.NothingExcluded.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "management.otlp.metrics.export.enabled=false"})
@DisplayName("依赖里有 Spring Security，又没有排除它")
class SecurityByDefaultTests {

    @LocalServerPort
    int port;

    @EnableAutoConfiguration
    @Import(PlainApplication.BookController.class)
    static class NothingExcluded {
    }

    @Test
    @DisplayName("有的、没有的、出错的地址，一律 401")
    void everythingIs401() {
        for (String path : new String[] {"/books/1", "/books/404", "/nope", "/report"}) {
            assertThat(Http.get(port, path).statusCode()).as(path).isEqualTo(401);
        }
    }
}
