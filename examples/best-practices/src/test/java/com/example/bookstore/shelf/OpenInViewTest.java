package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.bookstore.shelf.ShelfApplication.Author;
import com.example.bookstore.shelf.ShelfApplication.Authors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Whether a request still holds its connection after its query, on a real port. */
class OpenInViewTest {

    private static final int REQUESTS = 6;

    /** Six requests read one row each through a limited method, and stay until the others are past it. */
    @EnableResilientMethods
    static class Limited {

        final CountDownLatch asked = new CountDownLatch(REQUESTS);

        @Bean
        LimitedAuthors limitedAuthors(Authors authors) {
            return new LimitedAuthors(authors);
        }

        @Bean
        RouterFunction<ServerResponse> limited(LimitedAuthors authors) {
            return RouterFunctions.route().GET("/limited/{id}", request -> {
                try {
                    authors.find(Long.valueOf(request.pathVariable("id")));
                }
                finally {
                    asked.countDown();
                }
                assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
                return ServerResponse.ok().build();
            }).build();
        }
    }

    static class LimitedAuthors {

        private final Authors authors;

        LimitedAuthors(Authors authors) {
            this.authors = authors;
        }

        @ConcurrencyLimit(2)
        public void find(Long id) {
            authors.findById(id).orElseThrow();
        }
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(ShelfApplication.class, Limited.class)
                .properties("server.port=0", "spring.datasource.generate-unique-name=true",
                        "spring.flyway.enabled=false",
                        "spring.jpa.hibernate.ddl-auto=create", "spring.main.banner-mode=off", "logging.level.root=error")
                .properties(properties).run();
    }

    private static String ask(ConfigurableApplicationContext context) {
        Long id = context.getBean(Authors.class).save(new Author("刘慈欣")).getId();
        return RestClient.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"))
                .get().uri("/authors/" + id + "/pool").retrieve().body(String.class);
    }

    @Test
    @DisplayName("默认打开：查询早就结束，连接还被请求占着")
    void connectionIsHeld() {
        try (var context = start()) {
            String answer = ask(context);
            assertThat(answer).isEqualTo("{\"借出的连接\":1}");
            Recording.check("open-in-view-on.txt", answer);
        }
    }

    @Test
    @DisplayName("关掉：查询结束就还")
    void connectionIsReturned() {
        try (var context = start("spring.jpa.open-in-view=false")) {
            String answer = ask(context);
            assertThat(answer).isEqualTo("{\"借出的连接\":0}");
            Recording.check("open-in-view-off.txt", answer);
        }
    }

    /** How many of six requests at once get 200, with two connections and a limit of two. */
    private static long succeeded(String openInView) {
        try (var context = start("spring.jpa.open-in-view=" + openInView, "spring.threads.virtual.enabled=true",
                "spring.datasource.hikari.maximum-pool-size=2", "spring.datasource.hikari.connection-timeout=250")) {
            Long id = context.getBean(Authors.class).save(new Author("刘慈欣")).getId();
            RestClient client = RestClient.create(
                    "http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
            List<CompletableFuture<Integer>> statuses = IntStream.range(0, REQUESTS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> client.get().uri("/limited/{id}", id)
                            .exchange((request, response) -> response.getStatusCode().value()),
                            Thread::startVirtualThread)).toList();
            return statuses.stream().map(CompletableFuture::join).filter(status -> status == 200).count();
        }
    }

    @Test
    @DisplayName("@ConcurrencyLimit 与 open-in-view：方法返回了，连接没有还，上限管不住；关掉它，六个都成功")
    void theLimitIsOverBeforeTheConnectionIsBack() {
        assertThat(succeeded("true")).isEqualTo(2);
        assertThat(succeeded("false")).isEqualTo(REQUESTS);
    }
}
