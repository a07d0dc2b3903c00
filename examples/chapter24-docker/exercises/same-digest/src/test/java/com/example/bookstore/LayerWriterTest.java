package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
        Path root = Files.createDirectories(folder.resolve(name));
        List<Integer> order = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        for (int number : order) {
            Path file = Files.createDirectories(root.resolve(number % 2 == 0 ? "lib" : "lib-extra/deep")).resolve(number + ".txt");
            Files.writeString(file, "内容 " + number);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + seed * 60_000L + number));
        }
        // 两个目录里同名的文件，各有各的内容
        Files.writeString(root.resolve("lib/NOTICE"), "一号说明");
        Files.writeString(root.resolve("lib-extra/deep/NOTICE"), "二号说明");
        Path script = Files.writeString(root.resolve("start.sh"), "exec java");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return root;
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
        assertThat(IntStream.range(0, 60)).allMatch(number -> text.contains("内容 " + number));
        assertThat(text).contains("一号说明", "二号说明");
        assertThat(text.indexOf("lib-extra/\0")).isBetween(0, text.indexOf("lib-extra/deep/\0"));
        assertThat(text.indexOf("lib-extra/deep/\0")).isLessThan(text.indexOf("lib-extra/deep/1.txt"));
    }
}
