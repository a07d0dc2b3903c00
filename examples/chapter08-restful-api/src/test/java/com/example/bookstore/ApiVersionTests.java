package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.catalog.PriceController;

import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.accept.ApiVersionDeprecationHandler;
import org.springframework.web.accept.StandardApiVersionDeprecationHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ApiVersionConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("API 版本")
class ApiVersionTests {

    private static final String PREFIX = "spring.mvc.apiversion.";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Books.class, PriceController.class})
    static class App {

        @RestController
        static class Unversioned {

            @GetMapping("/ping")
            String ping() {
                return "pong";
            }
        }
    }

    // region deprecation
    @Configuration(proxyBeanMethods = false)
    static class Deprecation {

        @Bean
        ApiVersionDeprecationHandler deprecations() {
            var handler = new StandardApiVersionDeprecationHandler();
            handler.configureVersion("1.0")
                    // 没写版本的接口也按默认的 1.0 算，这里只挑出有版本的
                    .setRequestPredicate(request ->
                            request.getRequestURI().endsWith("/price"))
                    .setDeprecationDate(ZonedDateTime.parse("2026-01-01T00:00:00Z"))
                    .setDeprecationLink(URI.create("https://example.com/docs/v1"))
                    .setSunsetDate(ZonedDateTime.parse("2026-12-31T00:00:00Z"));
            return handler;
        }
    }
    // endregion deprecation

    /** 不挑请求的写法。 */
    @Configuration(proxyBeanMethods = false)
    static class DeprecationOfEverything {

        @Bean
        ApiVersionDeprecationHandler deprecations() {
            var handler = new StandardApiVersionDeprecationHandler();
            handler.configureVersion("1.0")
                    .setDeprecationDate(ZonedDateTime.parse("2026-01-01T00:00:00Z"));
            return handler;
        }
    }

    @Test
    @DisplayName("映射 1.0、1.1+、2.0 时，各请求版本落到哪个方法")
    void matrix() throws Exception {
        Table table = new Table("配置", "不带版本", "1", "1.0", "1.1", "1.5", "2.0", "2.1",
                "abc", "/ping", "/ping 带 1.5");
        for (List<String> settings : List.<List<String>>of(
                List.of("default=1.0"),
                List.of("default=1.0", "supported=1.5,2.1"),
                List.of("required=false"),
                List.of())) {
            List<String> all = new ArrayList<>(settings);
            all.add("use.header=API-Version");
            try (ConfigurableApplicationContext app = start(all, App.class)) {
                List<Object> row = new ArrayList<>();
                row.add(settings.isEmpty() ? "（只有 use.header）" : String.join(" ", settings));
                for (String version : new String[] {null, "1", "1.0", "1.1", "1.5", "2.0",
                    "2.1", "abc"}) {
                    row.add(outcome(app, "/books/1/price", version));
                }
                row.add(outcome(app, "/ping", null));
                row.add(outcome(app, "/ping", "1.5"));
                table.row(row.toArray());
            }
        }
        Recording.check("api-version-matrix.txt", table.toString());
    }

    private static String outcome(ConfigurableApplicationContext app, String path,
            String version) throws Exception {
        String[] headers = version == null ? new String[0]
                : new String[] {"API-Version", version};
        return brief(get(app, path, headers));
    }

    private static String brief(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            return String.valueOf(response.statusCode());
        }
        String body = response.body();
        return body.equals("pong") ? "200"
                : body.contains("listPrice") ? "[2.0]"
                : body.contains("currency") ? "[1.1+]" : "[1.0]";
    }

    @Test
    @DisplayName("版本放在头、查询参数、媒体类型参数、路径段")
    void strategies() throws Exception {
        Table table = new Table("配置（spring.mvc.apiversion.use.*）", "请求", "结果");
        try (var app = start(List.of("use.header=API-Version"), App.class)) {
            table.row("header=API-Version", "GET /books/1/price，API-Version: 1.1",
                    brief(get(app, "/books/1/price", "API-Version", "1.1")));
        }
        try (var app = start(List.of("use.query-parameter=v"), App.class)) {
            table.row("query-parameter=v", "GET /books/1/price?v=1.1",
                    brief(get(app, "/books/1/price?v=1.1")));
        }
        try (var app = start(List.of("use.media-type-parameter[application/json]=version"),
                App.class)) {
            table.row("media-type-parameter[application/json]=version",
                    "GET /books/1/price，Accept: application/json;version=1.1",
                    brief(get(app, "/books/1/price", "Accept",
                            "application/json;version=1.1")));
        }
        try (var app = start(List.of("use.path-segment=0"), App.class)) {
            table.row("path-segment=0", "GET /1.1/books/1/price",
                    brief(get(app, "/1.1/books/1/price")));
            table.row("", "GET /books/1/price", brief(get(app, "/books/1/price")));
        }
        try (var app = start(List.of("use.path-segment=0"), SegmentApp.class)) {
            table.row("path-segment=0，映射写成 /{version}/books/**", "GET /1.1/books/1/price",
                    brief(get(app, "/1.1/books/1/price")));
            table.row("", "GET /v1.1/books/1/price", brief(get(app, "/v1.1/books/1/price")));
        }
        Recording.check("api-version-strategies.txt", table.toString());
    }

    @Test
    @DisplayName("版本放在头里，Spring 自己不加 Vary")
    void springAddsNoVary() throws Exception {
        try (var app = start(List.of("use.header=API-Version", "default=1.0"), App.class)) {
            HttpResponse<String> response = get(app, "/books/1/price", "API-Version", "1.1");
            assertThat(brief(response)).isEqualTo("[1.1+]");
            assertThat(response.headers().firstValue("Vary")).isEmpty();
        }
    }

    @Test
    @DisplayName("从路径读：接口的第一段读不成版本是 400；静态资源、没有映射的地址不受影响")
    void segmentOfStaticResources(@TempDir Path files) throws Exception {
        Files.writeString(files.resolve("app.css"), "a {}");
        try (var app = start(List.of("use.path-segment=0",
                "spring.web.resources.static-locations=" + files.toUri()), App.class)) {
            assertThat(get(app, "/ping").statusCode()).isEqualTo(400);
            assertThat(get(app, "/books/1/price").statusCode()).isEqualTo(400);
            assertThat(get(app, "/app.css").body()).isEqualTo("a {}");
            assertThat(get(app, "/nowhere").statusCode()).isEqualTo(404);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Books.class, SegmentApp.Segmented.class})
    static class SegmentApp {

        // region path-segment
        @RestController
        static class Segmented {

            @GetMapping(path = "/{version}/books/{id}/price", version = "1.1+")
            PriceController.Money price() {
                return new PriceController.Money(BigDecimal.TEN, "CNY");
            }
        }
        // endregion path-segment
    }

    /** 第一段像版本的才当版本读。 */
    @Configuration(proxyBeanMethods = false)
    static class SomePaths implements WebMvcConfigurer {

        @Override
        public void configureApiVersioning(ApiVersionConfigurer configurer) {
            configurer.usePathSegment(0, path -> path.value().matches("/v?[0-9].*"));
        }
    }

    @Test
    @DisplayName("给 usePathSegment 一个谓词：不像版本的路径不再读，还要 default 或 required=false 才放行")
    void exemptPaths() throws Exception {
        for (var row : Map.of("default=1.0", "[1.0]", "required=false", "[2.0]").entrySet()) {
            try (var app = start(List.of(row.getKey()), App.class,
                    SegmentApp.Segmented.class, SomePaths.class)) {
                assertThat(get(app, "/ping").statusCode()).isEqualTo(200);
                assertThat(get(app, "/1.1/books/1/price").statusCode()).isEqualTo(200);
                assertThat(get(app, "/9/books/1/price").statusCode()).isEqualTo(400);
                assertThat(brief(get(app, "/books/1/price"))).isEqualTo(row.getValue());
            }
        }
        try (var app = start(List.of(), App.class, SomePaths.class)) {
            assertThat(get(app, "/ping").statusCode()).isEqualTo(400);
        }
    }

    @Test
    @DisplayName("弃用的版本照常服务，响应里多出 Deprecation、Sunset 与 Link；没写版本的接口要靠谓词排除")
    void deprecation() throws Exception {
        List<String> settings = List.of("use.header=API-Version", "default=1.0");
        try (var app = start(settings, App.class, DeprecationOfEverything.class)) {
            assertThat(get(app, "/ping").headers().firstValue("Deprecation")).isPresent();
        }
        try (var app = start(settings, App.class, Deprecation.class)) {
            assertThat(get(app, "/ping").headers().firstValue("Deprecation")).isEmpty();
            assertThat(get(app, "/books/1/price").headers().firstValue("Deprecation"))
                    .isPresent();
            HttpResponse<String> old = get(app, "/books/1/price", "API-Version", "1.0");
            HttpResponse<String> current = get(app, "/books/1/price", "API-Version", "1.1");
            assertThat(old.statusCode()).isEqualTo(200);
            assertThat(current.headers().firstValue("Deprecation")).isEmpty();
            StringBuilder text = new StringBuilder("HTTP/1.1 200\n");
            for (String name : List.of("Deprecation", "Sunset", "Link")) {
                old.headers().allValues(name).forEach(value ->
                        text.append(name).append(": ").append(value).append('\n'));
            }
            Recording.check("deprecation.http", text + "\n" + old.body());
        }
    }

    private static ConfigurableApplicationContext start(List<String> settings,
            Class<?>... sources) {
        SpringApplication application = new SpringApplicationBuilder(sources).build();
        List<String> arguments = new ArrayList<>(List.of("--server.port=0",
                "--spring.main.lazy-initialization=true", "--springdoc.api-docs.enabled=false",
                "--spring.config.location=optional:classpath:/none/",
                "--spring.mvc.problemdetails.enabled=true"));
        settings.forEach(setting -> arguments.add(
                "--" + (setting.startsWith("spring.") ? "" : PREFIX) + setting));
        return application.run(arguments.toArray(String[]::new));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext app, String path,
            String... headers) throws Exception {
        String port = app.getEnvironment().getProperty("local.server.port");
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
