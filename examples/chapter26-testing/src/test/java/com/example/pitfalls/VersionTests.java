package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.testing.OtherBoot;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.FileSystemUtils;

/** The old version and the next one are run, not remembered. */
@Timeout(300)
class VersionTests {

    private static final String SLICE = "org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest";
    private static final String OLD_SLICE = "org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest";

    static Path compiled(OtherBoot boot) throws IOException {
        Path classes = Recording.module().resolve("target/versions").resolve(boot.name()).resolve("store");
        FileSystemUtils.deleteRecursively(classes);
        List<Path> sources = new ArrayList<>(tools());
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            main.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        assertThat(boot.compile(classes, sources)).as("书店自己在 " + boot).isEmpty();
        return classes;
    }

    private static boolean compiles(OtherBoot boot, Path store, Path suite) {
        List<String> errors = boot.compile(store, List.of(suite));
        assertThat(errors).as("只有 import 不对").allMatch(error ->
                error.matches("(?s)package org\\.springframework\\..* does not exist|cannot find symbol.*"));
        assertThat(errors.isEmpty() || errors.getFirst().startsWith("package org.springframework.")).isTrue();
        return errors.isEmpty();
    }

    private static List<Path> tools() {
        return Stream.of("ContextReport", "SuiteRun", "Suites").map(name ->
                Recording.module().resolve("src/test/java/com/example/testing/" + name + ".java")).toList();
    }

    private static Path withOldImport(String name) throws IOException {
        String source = Files.readString(tests().resolve(name));
        assertThat(source).contains(SLICE);
        Path folder = Files.createDirectories(Recording.module().resolve("target/versions/sources"));
        return Files.writeString(folder.resolve(name), source.replace(SLICE, OLD_SLICE));
    }

    private static Path tests() {
        return Recording.module().resolve("src/test/java/com/example/bookstore");
    }

    @Test
    @DisplayName("本章的切片换一个 import 就在 3.5 上通过；@MockBean 与自带的 TestRestTemplate 到 4.1 编译不过")
    void whatTheOldVersionDoesOtherwise() throws IOException {
        Path old = Recording.module().resolve("boot35/src");
        Path store35 = compiled(OtherBoot.BOOT_35);
        Path store = compiled(OtherBoot.CURRENT);
        List<String> suites35 = new ArrayList<>();
        Table table = new Table("测试", "Boot 3.5", "Boot 4.1");
        for (Object[] row : new Object[][] {
            {"DiscountTests，原样", tests().resolve("DiscountTests.java")},
            {"OrderSliceTests，原样", tests().resolve("OrderSliceTests.java")},
            {"OrderSliceTests，旧的 import", withOldImport("OrderSliceTests.java")},
            {"@MockBean", old.resolve("OldMock.java")},
            {"没有加注解的 TestRestTemplate", old.resolve("OldClient.java")}}) {
            Path suite = (Path) row[1];
            boolean on35 = compiles(OtherBoot.BOOT_35, store35, suite);
            if (on35) {
                suites35.add("com.example.bookstore." + suite.getFileName().toString().replace(".java", ""));
            }
            table.row(row[0], on35 ? "通过" : "编译不过",
                    compiles(OtherBoot.CURRENT, store, suite) ? "通过" : "编译不过");
        }
        // What compiles on 4.1 are this module's own tests.
        assertThat(suites35).hasSize(4);
        String output = OtherBoot.BOOT_35.run(store35, suites35.toArray(String[]::new));
        assertThat(output).as(output).contains("(v3.5.16)")
                .containsPattern("通过 1\\d，失败 0");
        Recording.check("boot35.txt", table.toString());
    }

    /** What became of a bean of the first context while the second one was used, and what the report said. */
    private static List<String> pausing(OtherBoot boot) {
        Path classes = Recording.module().resolve("target/versions").resolve(boot.name()).resolve("pausing");
        List<Path> sources = new ArrayList<>(tools());
        sources.add(Recording.module().resolve("boot35/src/Pausing.java"));
        assertThat(boot.compile(classes, sources)).isEmpty();
        String output = boot.run(classes, "com.example.bookstore.Pausing$PollA",
                "com.example.bookstore.Pausing$Between", "com.example.bookstore.Pausing$Replaced");
        assertThat(output).as(output).contains("通过 3，失败 0");
        return output.lines().filter(line -> line.matches("(上下文 \\d|用着).*")).toList();
    }

    @Test
    @DisplayName("换到另一个上下文时，3.5 不暂停前一个，4.1 与 4.2 的第一个里程碑暂停；ContextReport 三个版本说的一样")
    void pausingAndReportOnThreeVersions() {
        List<String> old = pausing(OtherBoot.BOOT_35);
        List<String> current = pausing(OtherBoot.CURRENT);
        List<String> next = pausing(OtherBoot.BOOT_42);
        assertThat(old).containsExactly("上下文 1：PollA，第一个",
                "上下文 2：Between，与上下文 1 相比：多了 配置类 Empty，少了 配置类 Polling",
                "用着另一个上下文，前一个里的任务 stop 了 0 次",
                "上下文 3：Replaced，与上下文 1 相比：多了 替身 Poller replaced");
        assertThat(current).containsExactly(old.get(0), old.get(1), old.get(2).replace("0 次", "1 次"), old.get(3));
        assertThat(next).isEqualTo(current);
    }
}
