package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.testing.OldBoot;
import com.example.testing.Otlp;
import org.junit.jupiter.api.Test;

/** The old version is run, not remembered. */
class Boot35Tests {

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
            ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp",
                    classes + File.pathSeparator + classPath, "com.example.bookstore.FourSettings",
                    address.substring(address.indexOf('=') + 1)), Recording.module(), null, Map.of());
            assertThat(run.exitCode()).as(run.output()).isZero();
            return new Said(otlp.spans().stream().map(Otlp.Span::name).toList(), run.output());
        }
    }

    @Test
    void fourSettings() {
        Path classes = Recording.module().resolve("target/boot35/settings");
        assertThat(OldBoot.compile(classes, List.of(Recording.module().resolve("boot35/src/FourSettings.java"))))
                .isEmpty();
        Said old = run(classes, OldBoot.classPath());
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
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            main.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        assertThat(OldBoot.compile(Recording.module().resolve("target/boot35/main"), sources)).isNotEmpty()
                .allMatch(error -> error.startsWith("WarehouseHealthIndicator.java: "))
                .anyMatch(error -> error.contains("package org.springframework.boot.health.contributor does not exist"));
        Path check = sources.stream().filter(file -> file.endsWith("WarehouseHealthIndicator.java")).findFirst()
                .orElseThrow();
        Path mended = Recording.module().resolve("target/boot35/WarehouseHealthIndicator.java");
        Files.writeString(mended, Files.readString(check).replace("org.springframework.boot.health.contributor",
                "org.springframework.boot.actuate.health"));
        sources.set(sources.indexOf(check), mended);
        assertThat(OldBoot.compile(Recording.module().resolve("target/boot35/mended"), sources)).isEmpty();
    }
}
