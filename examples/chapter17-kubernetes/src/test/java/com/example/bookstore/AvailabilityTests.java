package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What the probes' paths answer. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
        "management.endpoint.health.probes.add-additional-paths=true", "bookstore.payment-key=very-secret"})
@ResourceLock("Spring in this JVM")
class AvailabilityTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static volatile boolean carrierDown;

    @TestConfiguration
    static class Carrier {

        @Bean
        HealthIndicator carrierService() {
            return () -> carrierDown ? Health.down().build() : Health.up().build();
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private Intake intake;

    @Autowired
    private StoreSettings settings;

    @Autowired
    private ApplicationEventPublisher events;

    @AfterEach
    void well() {
        carrierDown = false;
        intake.resume();
        AvailabilityChangeEvent.publish(events, this, LivenessState.CORRECT);
    }

    private String ask(String path) throws IOException, InterruptedException {
        return ask(port, path);
    }

    private static String ask(int port, String path) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private String both() throws IOException, InterruptedException {
        return ask("/actuator/health/liveness") + "|" + ask("/actuator/health/readiness");
    }

    @Test
    void states() throws Exception {
        Table table = new Table("状态", "/actuator/health/liveness", "/actuator/health/readiness");
        String well = both();
        intake.pause();
        String paused = both();
        intake.resume();
        assertThat(both()).isEqualTo(well);
        intake.giveUp();
        String broken = both();
        for (String[] row : List.of(new String[] {"正常", well}, new String[] {"pause()", paused},
                new String[] {"giveUp()", broken})) {
            table.row(row[0], row[1].split("\\|")[0], row[1].split("\\|")[1]);
        }
        Recording.check("states.txt", table.toString());
        assertThat(paused).startsWith("200").contains("|503");
        assertThat(broken).startsWith("503").contains("|200");
    }

    @Test
    void probesAskNobodyElse() throws Exception {
        carrierDown = true;
        assertThat(ask("/actuator/health")).startsWith("503");
        assertThat(both()).startsWith("200").contains("|200");
    }

    @ParameterizedTest
    @CsvSource({"/livez", "/readyz"})
    void additionalPaths(String path) throws Exception {
        assertThat(ask(path)).isEqualTo("200 {\"status\":\"UP\"}");
    }

    /** With a port of its own for management the probes' paths are there, and the two additional ones here. */
    @Test
    void managementPort() throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class).run(
                "--server.port=0", "--management.server.port=0", "--spring.datasource.url=jdbc:h2:mem:management",
                "--management.endpoint.health.probes.add-additional-paths=true")) {
            int main = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            int management = context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
            assertThat(ask(main, "/actuator/health/liveness")).startsWith("404");
            assertThat(ask(management, "/actuator/health/liveness")).startsWith("200");
            assertThat(ask(main, "/livez")).isEqualTo("200 {\"status\":\"UP\"}");
            assertThat(ask(main, "/readyz")).isEqualTo("200 {\"status\":\"UP\"}");
        }
    }

    @Test
    void keyIsNotShown() throws Exception {
        assertThat(ask("/about")).startsWith("200").doesNotContain("very-secret");
        assertThat(settings.toString()).doesNotContain("very-secret");
    }

    @Test
    void recognizesKubernetes(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("application.yml"), """
                place: desk
                ---
                spring.config.activate.on-cloud-platform: kubernetes
                place: cluster
                """);
        assertThat(place(folder, Map.of())).isEqualTo("desk");
        assertThat(place(folder, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"))).isEqualTo("desk");
        assertThat(place(folder, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443")))
                .isEqualTo("cluster");
    }

    /** What the settings of this folder are for a process with these variables. */
    private static String place(Path folder, Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace("systemEnvironment",
                new SystemEnvironmentPropertySource("systemEnvironment", variables));
        environment.getPropertySources().addFirst(new MapPropertySource("test",
                Map.of("spring.config.location", folder.toUri().toString())));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return environment.getProperty("place");
    }

    /** The heap that a JVM takes of a container's memory, told here by MaxRAM instead of a control group. */
    @Test
    void heapOfAContainer() {
        Table table = new Table("容器的内存", "MaxRAMPercentage", "堆的上限");
        table.row("512 MiB", "没有写", heap("-XX:MaxRAM=512m") + " MiB");
        table.row("512 MiB", "50", heap("-XX:MaxRAM=512m", "-XX:MaxRAMPercentage=50") + " MiB");
        table.row("512 MiB", "75", heap("-XX:MaxRAM=512m", "-XX:MaxRAMPercentage=75") + " MiB");
        table.row("2048 MiB", "没有写", heap("-XX:MaxRAM=2048m") + " MiB");
        Recording.check("heap.txt", table.toString());
        assertThat(heap("-XX:MaxRAM=512m")).isEqualTo(128);
    }

    @Test
    void heapOfASmallContainer() {
        assertThat(heap("-XX:MaxRAM=200m")).as("一半").isEqualTo(100);
        assertThat(heap("-XX:MaxRAM=400m")).as("四分之一与一半之间").isBetween(101L, 199L);
        assertThat(heap("-XX:MaxRAM=500m")).as("四分之一").isBetween(124L, 126L);
    }

    private static long heap(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        return run.output().lines().filter(line -> line.contains(" MaxHeapSize "))
                .mapToLong(line -> Long.parseLong(line.replaceFirst(".*=\\s*(\\d+).*", "$1")) >> 20)
                .findFirst().orElseThrow(() -> new AssertionError(run.output()));
    }

    /** While a Runner works the server answers already: alive and not ready. */
    @Test
    void runnerDelaysReadiness() throws Exception {
        CompletableFuture<String> during = new CompletableFuture<>();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(starting -> ((GenericApplicationContext) starting).registerBean(ApplicationRunner.class,
                        () -> arguments -> during.complete(answers(starting))))
                .run("--server.port=0", "--spring.datasource.url=jdbc:h2:mem:runner")) {
            assertThat(during.join()).isEqualTo("200 {\"status\":\"UP\"} 503 {\"status\":\"OUT_OF_SERVICE\"}");
            assertThat(answers(context)).isEqualTo("200 {\"status\":\"UP\"} 200 {\"status\":\"UP\"}");
        }
    }

    private static String answers(ApplicationContext context) throws IOException, InterruptedException {
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        return ask(port, "/actuator/health/liveness") + " " + ask(port, "/actuator/health/readiness");
    }
}
