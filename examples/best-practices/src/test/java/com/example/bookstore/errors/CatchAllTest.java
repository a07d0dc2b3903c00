package com.example.bookstore.errors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** An advice that catches everything and extends ResponseEntityExceptionHandler, on a real port. */
@ExtendWith(OutputCaptureExtension.class)
class CatchAllTest {

    @RestControllerAdvice
    static class CatchAll extends ResponseEntityExceptionHandler {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.INTERNAL_SERVER_ERROR)
        String all(Exception ex) {
            return "兜底";
        }
    }

    @ResponseStatus(HttpStatus.CONFLICT)
    static class AlreadyOrdered extends RuntimeException {
    }

    @RestController
    static class Orders {

        @GetMapping("/orders")
        String annotated() {
            throw new AlreadyOrdered();
        }

        @PostMapping("/orders")
        String form(@RequestParam String note) {
            return note;
        }

        @GetMapping("/defect")
        String defect() {
            throw new IllegalStateException("缺陷");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = {DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
            DataJpaRepositoriesAutoConfiguration.class, FlywayAutoConfiguration.class})
    @Import(Orders.class)
    static class Application {
    }

    private static ConfigurableApplicationContext start(Class<?>... sources) {
        return new SpringApplicationBuilder(sources).properties("server.port=0", "spring.main.banner-mode=off",
                "server.tomcat.max-http-form-post-size=1KB").run();
    }

    private static ResponseEntity<String> send(ConfigurableApplicationContext context, HttpMethod method, String path) {
        RestClient.RequestBodySpec request = RestClient
                .create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"))
                .method(method).uri(path);
        if (method == HttpMethod.POST) {
            request.contentType(MediaType.APPLICATION_FORM_URLENCODED).body("note=" + "x".repeat(5000));
        }
        return request.exchange((sent, response) -> ResponseEntity.status(response.getStatusCode())
                .headers(response.getHeaders()).body(new String(response.getBody().readAllBytes())));
    }

    private static int status(ConfigurableApplicationContext context, HttpMethod method, String path) {
        return send(context, method, path).getStatusCode().value();
    }

    @Test
    @DisplayName("继承了 ResponseEntityExceptionHandler：404、405 照旧；@ResponseStatus 的 409、表单太大的 413 成了 500")
    void whatTheParentDoesNotKnow() {
        try (var context = start(Application.class)) {
            assertThat(status(context, HttpMethod.GET, "/orders")).isEqualTo(409);
            assertThat(status(context, HttpMethod.POST, "/orders")).isEqualTo(413);
        }
        try (var context = start(Application.class, CatchAll.class)) {
            assertThat(status(context, HttpMethod.GET, "/nope")).isEqualTo(404);
            ResponseEntity<String> wrongMethod = send(context, HttpMethod.DELETE, "/orders");
            assertThat(wrongMethod.getStatusCode().value()).isEqualTo(405);
            assertThat(wrongMethod.getHeaders().getAllow()).contains(HttpMethod.GET);
            assertThat(status(context, HttpMethod.GET, "/orders")).isEqualTo(500);
            assertThat(status(context, HttpMethod.POST, "/orders")).isEqualTo(500);
        }
    }

    @Test
    @DisplayName("兜底里不记日志：500 发出去了，日志里一行也没有；没有兜底时有调用栈")
    void nothingIsLogged(CapturedOutput log) {
        try (var context = start(Application.class, CatchAll.class)) {
            assertThat(send(context, HttpMethod.GET, "/defect").getBody()).isEqualTo("兜底");
            assertThat(log).doesNotContain("缺陷", "IllegalStateException");
        }
        try (var context = start(Application.class)) {
            assertThat(status(context, HttpMethod.GET, "/defect")).isEqualTo(500);
            assertThat(log).contains("ERROR", "java.lang.IllegalStateException: 缺陷");
        }
    }
}
