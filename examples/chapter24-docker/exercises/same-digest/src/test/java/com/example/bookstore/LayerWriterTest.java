package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("摘要不变")
class LayerWriterTest {

    @TempDir
    private Path folder;

    /** 同样的内容，建文件的顺序与时间由 seed 决定。 */
    private Path files(String name, int seed) throws IOException {
        Path root = files(folder.resolve(name), seed);
        Path script = Files.writeString(root.resolve("start.sh"), "exec java");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return root;
    }

    private static Path files(Path root, int seed) throws IOException {
        List<Integer> order = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        for (int number : order) {
            Path file = Files.createDirectories(root.resolve(number % 2 == 0 ? "lib" : "lib-extra/deep")).resolve(number + ".txt");
            Files.writeString(file, "内容 " + number);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + seed * 60_000L + number));
        }
        // 两个目录里同名的文件，各有各的内容
        Files.writeString(root.resolve("lib/NOTICE"), "一号说明");
        Files.writeString(root.resolve("lib-extra/NOTICE"), "三号说明");
        Files.writeString(root.resolve("lib-extra/deep/NOTICE"), "二号说明");
        for (String name : List.of("lib", "lib-extra/deep", "lib-extra")) {
            Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(1_700_000_000_000L + seed * 60_000L));
        }
        return root;
    }

    /** 在 zip 里建：它按建文件的先后给出顺序。有的文件系统（比如 ext4）不论先后，给出的都一样，看不出排没排。 */
    private byte[] layerOfZip(String name, int seed) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve(name), Map.of("create", "true"))) {
            Path root = files(zip.getPath("/app"), seed);
            // 只差大小写的两个名字，谁先建由 seed 决定
            for (String one : seed == 1 ? List.of("lib/data.sql", "lib/DATA.sql") : List.of("lib/DATA.sql", "lib/data.sql")) {
                Files.writeString(root.resolve(one), one);
            }
            return layer(root);
        }
    }

    private static byte[] layer(Path root) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new LayerWriter().write(root, out);
        return out.toByteArray();
    }

    @Test
    @DisplayName("另一个目录、另一个时间、另一个顺序建的同样的文件：一个字节也不差")
    void sameContentSameBytes() throws IOException {
        assertThat(layer(files("one", 1))).isEqualTo(layer(files("two", 2)));
    }

    @Test
    @DisplayName("写进去的不是这次运行的时刻：下一次运行，还是一个字节也不差")
    void notThisRun() throws IOException {
        long first = Long.parseLong(new String(layer(files("one", 1)), 136, 11, StandardCharsets.UTF_8), 8);
        long begun = ManagementFactory.getRuntimeMXBean().getStartTime() / 1000;
        assertThat(first < begun || first > System.currentTimeMillis() / 1000).as("写进去的是 %d 秒", first).isTrue();
    }

    @Test
    @DisplayName("文件系统给出的顺序不一样：还是一个字节也不差")
    void otherOrderSameBytes() throws IOException {
        byte[] one;
        try {
            one = layerOfZip("one.zip", 1);
        }
        catch (UnsupportedOperationException ex) {
            abort("用了 File 的写法，zip 里的文件它不认，这一条没有测");
            return;
        }
        assertThat(one).isEqualTo(layerOfZip("two.zip", 2));
    }

    @Test
    @DisplayName("内容变了，层也要变")
    void otherContentOtherBytes() throws IOException {
        byte[] before = layer(files("one", 1));
        Files.writeString(folder.resolve("one/lib/0.txt"), "内容 1");
        assertThat(layer(folder.resolve("one"))).isNotEqualTo(before);
    }

    @Test
    @DisplayName("脚本仍然可以执行，文件都在，上一级目录在前")
    void keepsTheRest() throws IOException {
        String text = new String(layer(files("one", 1)), StandardCharsets.UTF_8);
        int script = text.indexOf("start.sh");
        assertThat(text.substring(script, script + 112)).contains("0000755");
        int notice = text.indexOf("lib/NOTICE");
        assertThat(text.substring(notice, notice + 112)).as("别的文件不可以执行").contains("0000644");
        assertThat(IntStream.range(0, 60)).allMatch(number -> text.contains("内容 " + number));
        assertThat(text).contains("一号说明", "二号说明", "三号说明");
        assertThat(text.indexOf("lib-extra/\0")).isBetween(0, text.indexOf("lib-extra/deep/\0"));
        assertThat(text.indexOf("lib-extra/deep/\0")).isLessThan(text.indexOf("lib-extra/deep/1.txt"));
    }

    @Test
    @DisplayName("名字超过 100 个字节：拒绝，或者写得完整，不写出一个坏的层")
    void longName() throws IOException {
        Path root = Files.createDirectories(folder.resolve("long"));
        String name = "三体".repeat(20) + ".txt";
        try {
            Files.writeString(root.resolve(name), "1");
        }
        catch (InvalidPathException ex) {
            abort("这里的文件名写不了汉字");
        }
        try {
            assertThat(new String(layer(root), StandardCharsets.UTF_8)).contains(name);
        }
        catch (IOException | RuntimeException ex) {
            assertThat(ex).hasMessageContaining("100");
        }
    }
}
