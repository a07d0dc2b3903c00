package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.http.HttpResponse;
import java.time.Duration;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Health that tells the truth, to the one who asks. */
@InThisJvm
class HealthTests {

    private static FakeWarehouse warehouse;
    private static ConfigurableApplicationContext store;

    @BeforeAll
    static void start() {
        warehouse = new FakeWarehouse();
        store = Store.run(warehouse, "--spring.http.clients.read-timeout=500ms");
    }

    @AfterAll
    static void stop() {
        store.close();
        warehouse.close();
    }

    private static int status(String path) {
        return Http.get(Http.management(store) + path).statusCode();
    }

    @Test
    void whoSaysWhatWhenTheWarehouseIsDown() {
        warehouse.answer(503);
        Table table = new Table("问谁", "仓库坏了的时候", "谁来问");
        int order = Http.order(Http.url(store)).statusCode();
        table.row("POST /orders", order, "顾客");
        table.row("/livez", Http.get(Http.url(store) + "/livez").statusCode(), "平台：要不要重启");
        table.row("/readyz", Http.get(Http.url(store) + "/readyz").statusCode(), "平台：要不要给它流量");
        table.row("/actuator/health", status("/actuator/health"), "总的，所有检查里最坏的");
        table.row("/actuator/health/store", status("/actuator/health/store"), "人与告警：能不能卖书");
        Recording.checkVerbatim("health.txt", table.toString());
        assertThat(order).isEqualTo(500);
        assertThat(Http.get(Http.url(store) + "/livez").statusCode()).isEqualTo(200);
        assertThat(status("/actuator/health")).isEqualTo(503);
        assertThat(status("/actuator/health/store")).isEqualTo(503);
    }

    @Test
    void theGroupNamesTheOneThatIsDown() {
        warehouse.answer(503);
        String body = Http.get(Http.management(store) + "/actuator/health/store").body();
        assertThat(body).contains("\"warehouse\":{\"status\":\"DOWN\"}").doesNotContain(warehouse.url());
        warehouse.answer(200);
        assertThat(status("/actuator/health/store")).isEqualTo(200);
    }

    @Test
    void detailsAreHidden() {
        warehouse.answer(503);
        assertThat(Http.get(Http.management(store) + "/actuator/health").body())
                .doesNotContain("HttpServerErrorException").doesNotContain("components");
    }

    @Test
    void aSilentWarehouseDoesNotHangTheQuestion() {
        warehouse.silent();
        long before = System.nanoTime();
        assertThat(status("/actuator/health/store")).isEqualTo(503);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(Duration.ofMillis(400),
                Duration.ofSeconds(20));
        warehouse.answer(200);
    }

    @Test
    void aGroupWithAnUnknownMemberDoesNotStart() {
        Throwable failure = catchThrowable(() -> Store.run(warehouse,
                "--management.endpoint.health.group.store.include=ping,warehose"));
        assertThat(failure).hasMessageContaining("does not exist");
        Recording.checkVerbatim("health-group.txt", failure.getMessage() + "\n");
        withoutTheCheckAMisspelledMemberIsLeftOutInSilence();
    }

    private static void withoutTheCheckAMisspelledMemberIsLeftOutInSilence() {
        warehouse.answer(503);
        try (Captured log = new Captured("org.springframework.boot");
                ConfigurableApplicationContext lax = Store.run(warehouse,
                        "--management.endpoint.health.group.store.include=ping,warehose",
                        "--management.endpoint.health.validate-group-membership=false")) {
            HttpResponse<String> answer = Http.get(Http.management(lax) + "/actuator/health/store");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("warehose");
            assertThat(log.messages()).noneMatch(message -> message.contains("warehose"));
        }
        warehouse.answer(200);
    }
}
