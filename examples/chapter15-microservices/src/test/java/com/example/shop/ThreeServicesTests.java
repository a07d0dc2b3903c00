package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.example.tool.ThreeProcesses;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The catalog, the order service and the gateway, each in a process of its own, started by the tool. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(300)
class ThreeServicesTests {

    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();

    /** A first request has much to load; how long callers wait is not what these tests ask about. */
    private static final String PATIENT = Stream.of("spring.http.clients", "spring.http.serviceclient.catalog")
            .flatMap(each -> Stream.of("-D" + each + ".connect-timeout=20s ", "-D" + each + ".read-timeout=20s "))
            .collect(Collectors.joining());

    private static ThreeProcesses shop;
    private static String base;

    /** The file that the reader starts, on a free port and with what the class path of the tests needs. */
    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        String file = Files.readString(Recording.module().resolve("shop.properties"));
        assertThat(file).contains("gateway.port=8080\n", "-Xmx128m ");
        shop = ThreeProcesses.start(Files.writeString(folder.resolve("shop.properties"),
                file.replace("gateway.port=8080\n", "").replace("-Xmx128m ",
                        "-Xmx128m " + String.join(" ", ShortLived.OPTIONS) + " -Dspring.cloud.config.enabled=false " + PATIENT)),
                new PrintStream(PRINTED, true, StandardCharsets.UTF_8));
        base = shop.uri("gateway", "").toString();
    }

    @AfterAll
    static void stop() {
        if (shop != null) {
            shop.close();
        }
    }

    private static List<ProcessHandle> processes() {
        return Stream.of("catalog", "order", "gateway").map(shop::process).toList();
    }

    @Test
    @Order(1)
    void orderThroughTheGateway() {
        HttpResponse<String> book = Http.get(base + "/books/9787536692930");
        HttpResponse<String> placed = Http.order(base);
        HttpResponse<String> found = Http.get(base + "/orders/1");
        assertThat(book.statusCode()).isEqualTo(200);
        assertThat(placed.statusCode()).isEqualTo(201);
        assertThat(found.body()).isEqualTo(placed.body());
        Recording.check("first-order.txt", Http.show(placed));
    }

    @Test
    @Order(2)
    void requestFile() {
        List<Integer> statuses = HttpRequestFile.read("requests.http", Map.of("host", base)).requests().stream()
                .map(request -> request.method().equals("GET")
                        ? Http.get(request.url()) : Http.post(request.url(), request.body()))
                .map(HttpResponse::statusCode).toList();
        assertThat(statuses).containsExactly(201, 200, 200, 422);
    }

    @Test
    @Order(2)
    void threeProcesses() {
        assertThat(processes()).doesNotHaveDuplicates().allMatch(ProcessHandle::isAlive)
                .doesNotContain(ProcessHandle.current());
    }

    @ParameterizedTest
    @Order(3)
    @CsvSource({"9780000000000, 1, 422", "9787536692930, 0, 400", "9787536692930, 100, 400",
        "../books, 1, 400", "'', 1, 400"})
    void badOrders(String isbn, int quantity, int status) {
        HttpResponse<String> response = Http.post(base + "/orders",
                "{\"isbn\":\"%s\",\"quantity\":%d}".formatted(isbn, quantity));
        assertThat(response.statusCode()).isEqualTo(status);
    }

    @Test
    @Order(4)
    void manyBooks() {
        assertThat(Http.get(base + "/books?isbn=9787536692930&isbn=9780000000000&isbn=9787544291170").body())
                .contains("三体", "百年孤独");
        assertThat(Http.get(base + "/books?" + "isbn=1&".repeat(101)).statusCode()).isEqualTo(400);
    }

    @Test
    @Order(5)
    void catalogKilled() {
        assertThat(Http.order(base).statusCode()).isEqualTo(201);
        killCatalog();
        HttpResponse<String> placed = Http.order(base);
        assertThat(placed.statusCode()).isEqualTo(503);
        assertThat(Http.get(base + "/orders/1").statusCode()).isEqualTo(200);
        assertThat(Http.get(base + "/books/9787536692930").statusCode()).isEqualTo(502);
        Recording.check("catalog-down.txt", Http.show(placed));
        try (ConfigurableApplicationContext again = Apps.catalog(
                "--server.port=" + shop.uri("catalog", "").getPort())) {
            assertThat(again.isRunning()).isTrue();
            assertThat(Http.order(base).statusCode()).isEqualTo(201);
        }
    }

    private static void killCatalog() {
        shop.process("catalog").destroyForcibly();
        shop.process("catalog").onExit().join();
    }

    @Test
    @Order(6)
    void othersAreStopped() {
        List<ProcessHandle> processes = processes();
        killCatalog();
        assertThat(shop.awaitFirstEnd()).isEqualTo("catalog");
        shop.close();
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        Recording.check("three-processes.txt", PRINTED.toString(StandardCharsets.UTF_8).lines()
                .filter(line -> line.matches("\\w+ \\| (启动|就绪|结束).*|全部就绪"))
                .map(line -> line.replaceAll("catalog \\| 启动，端口 \\d+", "catalog | 启动，端口 41001")
                        .replaceAll("order \\| 启动，端口 \\d+", "order | 启动，端口 41002")
                        .replaceAll("gateway \\| 启动，端口 \\d+", "gateway | 启动，端口 8080"))
                .collect(Collectors.joining("\n")));
    }
}
