package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.bookstore.shelf.ShelfApplication.Author;
import com.example.bookstore.shelf.ShelfApplication.Authors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/** Whether a request still holds its connection after its query, on a real port. */
class OpenInViewTest {

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(ShelfApplication.class)
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
}
