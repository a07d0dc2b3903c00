package com.example.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.bookstore.Wire;
import com.example.pitfall.PitfallApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("同一个请求的几次转发，和管得到它们的设置")
class DispatchTests {

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application).properties("server.port=0").run(arguments);
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path)
            throws Exception {
        URI uri = URI.create("http://localhost:"
                + context.getEnvironment().getProperty("local.server.port") + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    @DisplayName("没有这个地址：preHandle 走两遍；看一眼转发的类型，就数一遍")
    void countsOnce() throws Exception {
        try (ConfigurableApplicationContext context = start(Quota.class)) {
            assertThat(get(context, "/missing").statusCode()).isEqualTo(404);
            assertThat(context.getBean(Quota.class).every).hasValue(2);
            assertThat(context.getBean(Quota.class).once).hasValue(1);
        }
    }

    @Test
    @DisplayName("打开 problem details：没有这个地址，也不再转到 /error，preHandle 走一遍；没有人处理的 500 还是两遍")
    void problemDetailsCountOnce() throws Exception {
        try (ConfigurableApplicationContext context = start(Quota.class,
                "--spring.mvc.problemdetails.enabled=true")) {
            assertThat(get(context, "/missing").statusCode()).isEqualTo(404);
            assertThat(context.getBean(Quota.class).every).hasValue(1);
            assertThat(get(context, "/broken").statusCode()).isEqualTo(500);
            assertThat(context.getBean(Quota.class).every).as("没有人处理的 500 还是转").hasValue(3);
        }
    }

    @Test
    @DisplayName("过滤器拦下了请求：排在它前面的看得到，没写顺序的排在最后，看不到")
    void firstFilterSeesWhatOthersRefuse() throws Exception {
        try (ConfigurableApplicationContext context = start(Gate.class)) {
            assertThat(get(context, "/missing").statusCode()).isEqualTo(403);
            assertThat(context.getBean(Gate.class).first).hasValue(1);
            assertThat(context.getBean(Gate.class).unordered).hasValue(0);
        }
    }

    @Test
    @DisplayName("@CrossOrigin 里写星号又允许凭据：启动就失败")
    void starOnTheAnnotationStopsTheStart() {
        assertThatThrownBy(() -> start(StarWithCredentials.class).close())
                .hasStackTraceContaining("When allowCredentials is true, allowedOrigins cannot contain");
    }

    @Test
    @DisplayName("让 Thymeleaf 渲染完再发：大页面出错也是 500，不会发出半张")
    void wholePagesOnly() throws Exception {
        try (ConfigurableApplicationContext context = start(PitfallApplication.class,
                "--spring.thymeleaf.servlet.produce-partial-output-while-processing=false")) {
            assertThat(get(context, "/broken?rows=3000").statusCode()).isEqualTo(500);
        }
    }

    @Test
    @DisplayName("Tomcat 自带的访问日志：没进应用就被拒绝的请求也有一行")
    void tomcatsOwnAccessLog(@TempDir Path folder) throws Exception {
        try (ConfigurableApplicationContext context = start(Quota.class,
                "--server.tomcat.accesslog.enabled=true", "--server.tomcat.accesslog.buffered=false",
                "--server.tomcat.accesslog.directory=" + folder)) {
            get(context, "/missing");
            get(context, "/a%2Fb");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList()).singleElement().satisfies(file -> assertThat(Files.readString(file))
                    .contains("\"GET /missing HTTP/1.1\" 404", "\"GET /a%2Fb HTTP/1.1\" 400"));
        }
    }

    @Test
    @DisplayName("写到一半才出错：发出去的是 200，Tomcat 自带的访问日志里是 500")
    void tomcatsOwnAccessLogOfHalfAPage(@TempDir Path folder) throws Exception {
        try (ConfigurableApplicationContext context = start(PitfallApplication.class,
                "--server.tomcat.accesslog.enabled=true", "--server.tomcat.accesslog.buffered=false",
                "--server.tomcat.accesslog.directory=" + folder)) {
            int port = Integer.parseInt(context.getEnvironment().getProperty("local.server.port"));
            try (Wire wire = new Wire(port)) {
                Wire.Response half = wire.exchange("GET /broken?rows=3000");
                assertThat(half.status()).isEqualTo(200);
                assertThat(half.complete()).isFalse();
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList()).singleElement().satisfies(file -> assertThat(Files.readString(file))
                    .contains("\"GET /broken?rows=3000 HTTP/1.1\" 500"));
        }
    }
}
