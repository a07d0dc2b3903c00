package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** One thread serves all requests, so that what it counted for one could be taken for the next one's. */
@SpringBootTest(classes = {BookstoreApplication.class, StatementCountingTests.Pages.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1"})
@Timeout(120)
@ResourceLock("this JVM")
class StatementCountingTests {

    private static final CountDownLatch LATER = new CountDownLatch(1);

    @RestController
    static class Pages {

        private final Shelf shelf;

        Pages(Shelf shelf) {
            this.shelf = shelf;
        }

        @GetMapping("/shelf/broken")
        List<ShelfBook> broken() {
            shelf.oneByOne();
            throw new IllegalStateException("书架坏了");
        }

        @GetMapping("/shelf/later")
        Callable<List<ShelfBook>> later() {
            shelf.joined();
            return () -> {
                assertThat(LATER.await(60, TimeUnit.SECONDS)).isTrue();
                return shelf.joined();
            };
        }

        @Bean
        static Filter asksFirst(JdbcClient jdbc) {
            return (request, response, chain) -> {
                if (request.getParameter("filter") != null) {
                    jdbc.sql("select 1").query(Integer.class).single();
                }
                chain.doFilter(request, response);
            };
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    @LocalServerPort
    private int port;

    private CompletableFuture<HttpResponse<String>> send(String path) {
        return client.sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What a browser gets is a view: no body goes through the advice that sets the header. */
    @Test
    void viewHasNoHeader() throws Exception {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/shelf/broken")).header("Accept", "text/html").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("Whitelabel Error Page");
        assertThat(response.headers().firstValue("Sql-Count")).isEmpty();
    }

    private void check(HttpResponse<String> response, int status, String count) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Sql-Count")).contains(count);
    }

    @Test
    void errorPageCountsOn() {
        check(send("/shelf/joined").join(), 200, "1");
        check(send("/shelf/broken").join(), 500, "41");
        check(send("/shelf/joined").join(), 200, "1");
    }

    /** Tomcat answers the second one itself: no filter and no controller sees it before the error page. */
    @Test
    void pageNotFoundHasNotCounted() {
        for (String path : List.of("/no-such-page", "/WEB-INF/web.xml")) {
            check(send("/shelf/one-by-one").join(), 200, "41");
            check(send(path).join(), 404, "0");
        }
    }

    @Test
    void countsWhatFiltersAsk() {
        check(send("/shelf/joined?filter").join(), 200, "2");
    }

    /** What another thread asked is not counted, and neither is what the writing thread counted for another request. */
    @Test
    void asynchronousResultBeginsAtZero() {
        CompletableFuture<HttpResponse<String>> later = send("/shelf/later");
        check(send("/shelf/one-by-one").join(), 200, "41");
        LATER.countDown();
        check(later.join(), 200, "0");
    }
}
