package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.example.book.Recording;
import com.example.book.parts.BootProcess;
import com.example.catalog.CatalogApplication;
import com.example.gateway.GatewayApplication;
import com.example.order.OrderApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalog, the order service and the gateway, each in a process of its own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(300)
class ThreeServicesTests {

    private static BootProcess catalog;
    private static BootProcess order;
    private static BootProcess gateway;
    private static String base;

    private static BootProcess.Description small(Class<?> application) {
        return BootProcess.of(application).jvmOptions("-Xmx128m", "-Xshare:auto",
                "-Dspring.cloud.config.enabled=false");
    }

    @BeforeAll
    static void start() {
        catalog = small(CatalogApplication.class).start();
        try {
            order = small(OrderApplication.class).arguments("--bookstore.catalog=" + catalog.uri("")).start();
            gateway = small(GatewayApplication.class).arguments("--bookstore.catalog=" + catalog.uri(""),
                    "--bookstore.order=" + order.uri("")).start();
        }
        catch (RuntimeException | Error ex) {
            stop();
            throw ex;
        }
        base = gateway.uri("").toString();
    }

    @AfterAll
    static void stop() {
        for (BootProcess process : new BootProcess[] {gateway, order, catalog}) {
            if (process != null) {
                process.close();
            }
        }
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
    void threeProcesses() {
        assertThat(new HashSet<>(List.of(catalog.pid(), order.pid(), gateway.pid()))).hasSize(3)
                .doesNotContain(ProcessHandle.current().pid());
        assertThat(Set.of(catalog.port(), order.port(), gateway.port())).hasSize(3);
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
        catalog.kill();
        HttpResponse<String> placed = Http.order(base);
        assertThat(placed.statusCode()).isEqualTo(503);
        assertThat(Http.get(base + "/orders/1").statusCode()).isEqualTo(200);
        assertThat(Http.get(base + "/books/9787536692930").statusCode()).isEqualTo(502);
        Recording.check("catalog-down.txt", Http.show(placed));
        catalog.restart();
        assertThat(Http.order(base).statusCode()).isEqualTo(201);
    }
}
