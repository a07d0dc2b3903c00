package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Compares times, so nothing else runs meanwhile. */
@DisplayName("再造一次镜像：改一行，要重造几步、重推多少")
@ExtendWith(Engine.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Isolated
class RebuildTests {

    static final Map<String, String> VARIANTS = variants();

    /** The first two, each over in a moment: done twice, and the faster counts, as little would be enough to double the time. */
    private static final String BRIEF = "整个 jar";

    private static DockerEngine docker;

    private static Map<String, String> variants() {
        Map<String, String> variants = new LinkedHashMap<>();
        variants.put("JDK 加整个 jar", "docker/jdk.Dockerfile");
        variants.put("JRE 加整个 jar", "docker/naive.Dockerfile");
        variants.put("分层（本章）", "Dockerfile");
        variants.put("分层，顺序反了", "docker/wrong-order.Dockerfile");
        variants.put("分层，最后 chown", "docker/chown.Dockerfile");
        return variants;
    }

    @BeforeAll
    static void quiet() {
        docker = Engine.docker();
        Engine.variants();
        // Those of the other classes end with their tests; what is left would run beside the builds.
        docker.run("ps", "--quiet").lines().forEach(container -> docker.run("rm", "--force", container));
    }

    @Test
    @Order(1)
    @DisplayName("五种写法：镜像多大，改一行之后要重造几步、重推多少")
    void oneLineChanged() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        Map<String, Long> pushed = new LinkedHashMap<>();
        Map<String, String> again = new LinkedHashMap<>();
        Map<String, Long> nanos = new LinkedHashMap<>();
        Map<String, Long> layers = new LinkedHashMap<>();
        try (ProgramFolder changing = Store.context()) {
            VARIANTS.keySet().forEach(name -> sizes.put(name, Store.size(docker, "variant:" + sizes.size())));
            // Each build finds a new line: else the second variant would find the first one's steps done.
            int price = 6800;
            for (int round = 0; round < 2; round++) {
                int number = 0;
                for (Map.Entry<String, String> variant : VARIANTS.entrySet()) {
                    if (round > 0 && !variant.getKey().endsWith(BRIEF)) {
                        break;
                    }
                    Store.changeOneLine(changing.path().resolve("target/bookstore.jar"), String.valueOf(price),
                            String.valueOf(++price));
                    String before = "variant:" + number++;
                    String changed = before + "-changed-" + round;
                    Set<String> there = HistoryRow.of(before).stream().map(HistoryRow::id).collect(Collectors.toSet());
                    long begin = System.nanoTime();
                    String log = Store.build(docker, changing, variant.getValue(), changed).output();
                    nanos.merge(variant.getKey(), System.nanoTime() - begin, Math::min);
                    again.put(variant.getKey(), steps(log));
                    pushed.put(variant.getKey(), HistoryRow.of(changed).stream()
                            .filter(row -> !there.contains(row.id())).mapToLong(HistoryRow::bytes).sum());
                    // A push goes by the digests of the layers, not by the images of the steps.
                    Set<String> digests = layers(before);
                    layers.put(variant.getKey(), layers(changed).stream().filter(layer -> !digests.contains(layer)).count());
                }
            }
        }
        long jar = pushed.get("JRE 加整个 jar");
        long layered = sizes.get("分层（本章）");
        System.out.println("毫秒：" + nanos.values().stream().map(one -> one / 1_000_000).toList());
        Table table = new Table("写法", "镜像（本章为 1）", "重推（整个 jar 为 100）", "重做几步",
                "时间（整个 jar 为 1）");
        VARIANTS.keySet().forEach(name -> table.row(name, size(name, sizes.get(name) / (double) layered),
                pushed.get(name) * 100 < jar ? "不到 1" : Math.round(pushed.get(name) * 10.0 / jar) * 10, again.get(name),
                ratio(name, nanos.get(name) / (double) nanos.get("JRE 加整个 jar"))));
        Recording.check("variants.txt", table.toString());
        assertThat(layers.values()).as("摘要变了的层，依次是五种写法").containsExactly(1L, 1L, 1L, 2L, 2L);
        assertThat(pushed.get("分层（本章）") * 100).isLessThan(jar);
        assertThat(pushed.get("分层，顺序反了")).isGreaterThan(jar * 8 / 10);
        assertThat(sizes.get("分层，最后 chown")).isGreaterThan(layered + jar * 8 / 10);
        assertThat(sizes.get("JDK 加整个 jar")).isGreaterThan(layered * 3 / 2);
    }

    /** The last one: what it leaves in the builder's cache is not what the other builds left there. */
    @Test
    @Order(2)
    @DisplayName("没有构建缓存：什么也没有改，本章自己的层摘要全变了，依赖也要重推")
    void withoutCache() {
        try (ProgramFolder context = Store.context()) {
            docker.run("build", "--no-cache", "--file", context.path().resolve("Dockerfile").toString(), "--tag", "variant:without-cache",
                    context.path().toString());
        }
        Set<String> base = layers("eclipse-temurin:25-jre");
        Set<String> before = layers("variant:2");
        before.removeAll(base);
        Set<String> after = layers("variant:without-cache");
        after.removeAll(base);
        assertThat(before).isNotEmpty();
        assertThat(after).isNotEmpty().doesNotContainAnyElementsOf(before);
    }

    private static Set<String> layers(String image) {
        return docker.run("image", "inspect", "--format", "{{range .RootFS.Layers}}{{println .}}{{end}}", image).lines()
                .filter(line -> !line.isBlank()).collect(Collectors.toSet());
    }

    /** A JDK's size differs a little from one to the next. */
    private static String size(String name, double ratio) {
        return name.startsWith("JDK") && ratio > 1.8 && ratio < 2.3 ? "约 2" : "%.1f".formatted(ratio);
    }

    /** What is expected of a variant, or, when it is not so, what was measured. */
    private static String ratio(String name, double ratio) {
        return switch (name) {
            case "JRE 加整个 jar" -> "1";
            case "JDK 加整个 jar" -> ratio > 0.5 && ratio < 2 ? "0.5 到 2" : String.valueOf(ratio);
            default -> ratio > 2 ? "2 以上" : String.valueOf(ratio);
        };
    }

    /** Of how many steps how many were done again, in the words of the classic builder. */
    private static String steps(String log) {
        int steps = log.split("(?m)^Step ", -1).length - 1;
        int cached = log.split("---> Using cache", -1).length - 1;
        int from = log.split("(?m)^Step \\d+/\\d+ : FROM ", -1).length - 1;
        return steps - from - cached + " / " + (steps - from);
    }
}
