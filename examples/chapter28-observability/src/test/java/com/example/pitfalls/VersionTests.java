package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.specimen.Forged;
import com.example.specimen.LastWords;
import com.example.specimen.SlowAppender;
import com.example.testing.FakeWarehouse;
import com.example.testing.OtherBoot;
import com.example.testing.Otlp;
import org.junit.jupiter.api.Test;

/** The old version and the next one are run, not remembered. */
class VersionTests {

    private static final String OLD_KEY = "management.otlp.tracing.endpoint";
    private static final String KEY = "management.opentelemetry.tracing.export.otlp.endpoint";
    private static final String PROPAGATE = "spring.task.execution.propagate-context";
    private static final String DECORATOR = "ContextPropagatingTaskDecorator";

    private record Said(List<String> arrived, String console) {

        String trace(String setting) {
            return arrived.contains(setting) ? "送到了" : "没有送到";
        }

        String pool(String setting) {
            return console.lines().filter(line -> line.startsWith("pool: " + setting + "："))
                    .map(line -> line.substring(line.indexOf('：') + 1)).findFirst().orElseThrow();
        }
    }

    private static Said run(Path classes, String classPath) {
        try (Otlp otlp = new Otlp()) {
            String address = otlp.arguments()[0];
            ConsoleRun run = OtherBoot.run(classPath, List.of(classes), "com.example.bookstore.FourSettings",
                    address.substring(address.indexOf('=') + 1));
            return new Said(otlp.spans().stream().map(Otlp.Span::name).toList(), run.output());
        }
    }

    @Test
    void fourSettings() {
        Path classes = Recording.module().resolve("target/boot35/settings");
        assertThat(OtherBoot.BOOT_35.compile(classes, List.of(Recording.module().resolve("boot35/src/FourSettings.java"))))
                .isEmpty();
        Said old = run(classes, OtherBoot.BOOT_35.classPath());
        Said current = run(classes, System.getProperty("java.class.path"));
        Table table = new Table("写法", "Boot 3.5", "Boot 4.1");
        for (String key : List.of(OLD_KEY, KEY)) {
            table.row(key, old.trace(key), current.trace(key));
        }
        for (String setting : List.of(PROPAGATE, DECORATOR)) {
            table.row(setting, old.pool(setting), current.pool(setting));
        }
        Recording.checkVerbatim("boot35.txt", table.toString());
        assertThat(old.arrived()).containsExactly(OLD_KEY);
        assertThat(current.arrived()).containsExactly(KEY);
        assertThat(List.of(old.pool(PROPAGATE), current.pool(PROPAGATE))).containsExactly("没有", "同一个");
        assertThat(List.of(old.pool(DECORATOR), current.pool(DECORATOR))).containsOnly("同一个");
    }

    @Test
    void onlyTheHealthCheckDoesNotCompile() throws IOException {
        List<Path> sources = mainSources();
        assertThat(OtherBoot.BOOT_35.compile(Recording.module().resolve("target/boot35/main"), sources)).isNotEmpty()
                .allMatch(error -> error.startsWith("WarehouseHealthIndicator.java: "))
                .anyMatch(error -> error.contains("package org.springframework.boot.health.contributor does not exist"));
        Path check = sources.stream().filter(file -> file.endsWith("WarehouseHealthIndicator.java")).findFirst()
                .orElseThrow();
        Path mended = Recording.module().resolve("target/boot35/WarehouseHealthIndicator.java");
        Files.writeString(mended, Files.readString(check).replace("org.springframework.boot.health.contributor",
                "org.springframework.boot.actuate.health"));
        sources.set(sources.indexOf(check), mended);
        assertThat(OtherBoot.BOOT_35.compile(Recording.module().resolve("target/boot35/mended"), sources)).isEmpty();
    }

    private static List<Path> mainSources() throws IOException {
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            return new ArrayList<>(main.filter(file -> file.toString().endsWith(".java")).toList());
        }
    }

    /** Without the health check, whose module is not published; its logs are those of Logback 1.6. */
    @Test
    void theNextVersionCountsOrdersAndLosesLogsAsThisOneDoes() throws IOException {
        List<Path> sources = mainSources();
        sources.removeIf(file -> file.endsWith("WarehouseHealthIndicator.java"));
        sources.add(Recording.module().resolve("boot42/src/Next.java"));
        for (Class<?> specimen : List.of(Forged.class, LastWords.class, SlowAppender.class)) {
            sources.add(Recording.module().resolve("src/test/java/" + specimen.getName().replace('.', '/') + ".java"));
        }
        Path classes = Recording.module().resolve("target/boot42/classes");
        assertThat(OtherBoot.BOOT_42.compile(classes, sources)).isEmpty();
        try (FakeWarehouse warehouse = new FakeWarehouse()) {
            String said = next("src/main/resources", "com.example.bookstore.orders.Next", "--server.port=0",
                    "--bookstore.warehouse-url=" + warehouse.url());
            assertThat(said).contains("Spring Boot 4.2.0-M1：201\n");
            String own = Files.readString(Recording.module().resolve("output/own-metrics.txt"));
            assertThat(said.lines().filter(line -> line.contains("bookstore_orders")))
                    .containsExactlyInAnyOrderElementsOf(own.lines().toList());
        }
        assertThat(LogTests.forged(next("src/test/resources", Forged.class.getName()))).containsExactly(2L, 1L);
        assertThat(LogTests.arrived(next("src/test/resources", LastWords.class.getName(),
                "--logging.config=classpath:async.xml"))).isPositive().isLessThan(100);
    }

    private static String next(String resources, String mainClass, String... arguments) {
        return OtherBoot.run(OtherBoot.BOOT_42.classPath(), List.of(Recording.module().resolve("target/boot42/classes"),
                Recording.module().resolve(resources)), mainClass, arguments).output();
    }
}
