package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("健康检查：数据库断了，三个地址各说什么")
@RequiresService(Service.POSTGRESQL)
class OutageTests {

    private static final String[] ADDRESSES = {"/livez", "/readyz", "/actuator/health", "/books/1"};

    @Test
    @DisplayName("库断了：存活与就绪不变，总的健康 503；库回来自己好")
    void databaseGone() {
        try (Database database = new Database(); Server server = new Server(database)) {
            server.with("SPRING_DATASOURCE_HIKARI_CONNECTION_TIMEOUT", "500");
            int port = RunningProgram.freePort();
            server.start(port);
            // “Started” 打印在状态变成存活、就绪之前。
            await().atMost(Duration.ofSeconds(30)).until(() -> status(port, "/readyz") == 200);
            int[] before = statuses(port);
            database.shutOut();
            int[] without = statuses(port);
            database.letIn();
            await().atMost(Duration.ofSeconds(30)).until(() -> status(port, "/books/1") == 200);
            int[] after = statuses(port);
            Table table = new Table("地址", "平时", "数据库断了", "数据库回来");
            for (int i = 0; i < ADDRESSES.length; i++) {
                table.row(ADDRESSES[i], before[i], without[i], after[i]);
            }
            Recording.check("health.txt", table.toString());
            assertThat(before).containsOnly(200);
            assertThat(without).containsExactly(200, 200, 503, 500);
            assertThat(after).containsOnly(200);
        }
    }

    private static int[] statuses(int port) {
        int[] statuses = new int[ADDRESSES.length];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = status(port, ADDRESSES[i]);
        }
        return statuses;
    }

    private static int status(int port, String path) {
        try (Wire wire = new Wire(port)) {
            return wire.send("GET " + path).status();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
