package com.example.plain;

import com.example.bookstore.Http;

import java.net.http.HttpResponse;

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

    @Test
    @DisplayName("浏览器问的（Accept 里有 text/html），转去 /login")
    void browsersAreSentToTheLoginPage() {
        for (String header : new String[] {"Accept: text/html", Http.BROWSER}) {
            HttpResponse<String> response = Http.get(port, "/books/1", header);
            assertThat(response.statusCode()).as(header).isEqualTo(302);
            assertThat(response.headers().firstValue("Location")).hasValueSatisfying(
                    to -> assertThat(to).endsWith("/login"));
        }
    }
}
