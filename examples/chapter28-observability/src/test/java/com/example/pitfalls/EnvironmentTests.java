package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.bookstore.orders.OrdersApplication;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.Otlp;
import com.example.testing.Poll;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application makes of its environment variables, in a process of its own. */
class EnvironmentTests {

    private static final String SECRET = UUID.randomUUID().toString();

    private static Otlp otlp;
    private static FakeWarehouse warehouse;
    private static BootProcess orders;
    private static String actuator;

    @BeforeAll
    static void start() {
        otlp = new Otlp();
        warehouse = new FakeWarehouse();
        int management = RunningProgram.freePort();
        actuator = "http://127.0.0.1:" + management + "/actuator";
        String endpoint = otlp.arguments()[0];
        orders = BootProcess.of(OrdersApplication.class).readyPath("/readyz").jvmOptions("-Xmx128m")
                .environment("BOOKSTORE_PAYMENT_KEY", SECRET)
                .environment("OTEL_EXPORTER_OTLP_ENDPOINT",
                        endpoint.substring(endpoint.indexOf('=') + 1).replace("/v1/traces", ""))
                .arguments("--management.server.port=" + management, "--bookstore.warehouse-url=" + warehouse.url(),
                        "--management.health.rabbit.enabled=false", "--management.endpoints.web.exposure.include=*",
                        "--management.endpoint.heapdump.access=unrestricted", otlp.arguments()[1],
                        "--management.opentelemetry.tracing.export.otlp.endpoint=http://127.0.0.1:1/v1/traces")
                .start();
    }

    @AfterAll
    static void stop() {
        if (orders != null) {
            orders.close();
        }
        warehouse.close();
        otlp.close();
    }

    @Test
    void heapDumpLeaksWhatEnvHides(@TempDir Path folder) throws Exception {
        boolean inEnv = Http.get(actuator + "/env").body().contains(SECRET);
        try (HttpClient client = HttpClient.newHttpClient()) {
            Path dump = client.send(HttpRequest.newBuilder(URI.create(actuator + "/heapdump")).build(),
                    HttpResponse.BodyHandlers.ofFile(folder.resolve("heap.hprof"))).body();
            boolean inHeap = new String(Files.readAllBytes(dump), StandardCharsets.ISO_8859_1).contains(SECRET);
            Recording.checkVerbatim("leak-heap.txt", new Table("端点", "收款密钥")
                    .row("/actuator/env", inEnv ? "看得到" : "看不到，印的是 ******")
                    .row("/actuator/heapdump", inHeap ? "看得到" : "看不到").toString());
            assertThat(inEnv).isFalse();
            assertThat(inHeap).isTrue();
        }
    }

    /** A platform sets it for all its services, and it is asked before the arguments are. */
    @Test
    void theVariableOfOpenTelemetryComesBeforeTheArguments() {
        assertThat(Http.order(orders.uri("").toString()).statusCode()).isEqualTo(201);
        Poll.until("跨度", () -> otlp.spans().size() >= 2 ? otlp.spans() : null);
    }
}
