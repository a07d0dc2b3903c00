package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.pitfalls.Receipt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

@DisplayName("jlink：拼一个够用的 Java，少了模块会怎样")
@Timeout(300)
class RuntimeTests {

    private static final String AOT = "-XX:AOTCacheOutput 要 JDK 25";
    private static final String NO_JMODS = "jlink 不带 jmods 也能用，是 JDK 24 起的";

    /** A list that someone has cut too short. */
    private static final String TOO_SHORT = "java.base,java.desktop,java.instrument,java.management,java.naming,java.net.http,java.sql,jdk.jfr,jdk.unsupported";

    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir
    private static Path folder;
    private static Path app;

    @BeforeAll
    static void extract() {
        app = Store.extract(folder);
    }

    @Test
    @DisplayName("modules.txt 里有 jdeps 找到的每一个模块")
    void listCoversWhatJdepsFinds() {
        List<String> arguments = new ArrayList<>(List.of("--ignore-missing-deps", "--multi-release", "25", "--recursive",
                "--print-module-deps", "--class-path", libraries(), app.resolve("bookstore.jar").toString()));
        StringWriter out = new StringWriter();
        int exit = Store.beside(() -> ToolProvider.findFirst("jdeps").orElseThrow().run(new PrintWriter(out),
                new PrintWriter(out), arguments.toArray(String[]::new)));
        assertThat(exit).as(out.toString()).isZero();
        String found = out.toString().lines().filter(line -> line.startsWith("java.base")).findFirst().orElseThrow();
        Set<String> listed = Set.of(Store.modules().split(","));
        assertThat(listed).containsAll(List.of(found.split(",")));
        TreeSet<String> added = new TreeSet<>(listed);
        added.removeAll(List.of(found.split(",")));
        assertThat(added).contains("jdk.localedata", "jdk.management", "jdk.zipfs");
        Recording.check("modules.txt", "jdeps 找到的：\n" + wrapped(found.split(",")) + "我们另外加的：\n"
                + wrapped(added.toArray(String[]::new)));
    }

    private static String libraries() {
        return Stream.of(app.resolve("lib").toFile().list()).map(name -> app.resolve("lib").resolve(name).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String wrapped(String[] words) {
        StringBuilder text = new StringBuilder(" ");
        int width = 0;
        for (String word : words) {
            if (width + word.length() > 60) {
                text.append("\n ");
                width = 0;
            }
            text.append(' ').append(word);
            width += word.length() + 1;
        }
        return text.append('\n').toString();
    }

    @Test
    @DisplayName("拼出来的 Java 不到 JDK 的三分之一，它能启动书店")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = AOT)
    void size() {
        assertThat(Store.bytes(Store.small()) * 3).isLessThan(Store.bytes(Store.jdk()));
        // Training is a start like any other.
        ConsoleRun run = Store.trained().run();
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("Root WebApplicationContext");
    }

    /** Not packed a second time: how large it is does not matter. */
    private static Path tooShort() {
        return Store.runtime("short", TOO_SHORT, "--compress", "zip-0");
    }

    @Test
    @DisplayName("少了 java.security.jgss：启动时报错")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = AOT)
    void missingModule() {
        ConsoleRun run = Store.start(tooShort(), app);
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("missing-module.txt", run.output().lines()
                .filter(line -> line.startsWith("Caused by: java.lang.NoClassDef") || line.startsWith("Caused by: java.lang.ClassNotFound"))
                .distinct().reduce("", (all, line) -> all + line + "\n"));
        assertThat(Store.onTheJdk().exitCode()).isZero();
    }

    @Test
    @DisplayName("修法：javap -sysinfo 的第一行说出类在哪个模块里")
    void whichModule() {
        StringWriter out = new StringWriter();
        ToolProvider.findFirst("javap").orElseThrow().run(new PrintWriter(out), new PrintWriter(out), "-sysinfo",
                "org.ietf.jgss.GSSException");
        assertThat(out.toString().lines().findFirst()).hasValueSatisfying(line -> assertThat(line)
                .contains("jrt:/java.security.jgss/"));
        assertThat(Store.modules().split(",")).contains("java.security.jgss");
    }

    private static String receipt(Path java) {
        ConsoleRun run = Store.java(java, folder, "-cp", Recording.module().resolve("target/test-classes") + ":"
                + app + "/lib/*", Receipt.class.getName());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().strip();
    }

    @Test
    @DisplayName("少了 jdk.localedata 与 jdk.management：不报错，月份成了英文，指标少了")
    void silent() {
        String[] whole = receipt(JDK).split("\t");
        String[] cut = receipt(tooShort()).split("\t");
        String[] ours = receipt(Store.small()).split("\t");
        assertThat(ours).containsExactly(whole);
        assertThat(cut[0]).isEqualTo("Nov Wed");
        assertThat(Arrays.asList(cut).subList(1, 4)).doesNotContain("¥68.00", "有");
        Recording.check("silent.txt", new Table("Java", "MMM EEEE", "货币", "process.cpu.usage", "打开 zip 文件系统")
                .row("整个 JDK", whole[0], whole[1], whole[2], whole[3])
                .row("模块列得太短", cut[0], cut[1], cut[2], cut[3])
                .row("本章的 modules.txt", ours[0], ours[1], ours[2], ours[3]).toString());
    }

    @Test
    @DisplayName("不带 jmods 的 JDK，自己的文件改过：jlink 拒绝；换过的根证书不算")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = NO_JMODS)
    void changedJdk() throws IOException {
        assertThat(linkAfterChanging("conf/net.properties")).contains("conf/net.properties has been modified");
        assertThat(linkAfterChanging("lib/security/cacerts")).isEmpty();
    }

    /** What jlink says in a JDK with a line added to one file. */
    private static String linkAfterChanging(String file) throws IOException {
        Path from = Store.jdk();
        Path changed = Files.createTempDirectory(from.getParent(), "changed-jdk-");
        try {
            try (Stream<Path> walk = Files.walk(from)) {
                for (Path one : walk.toList()) {
                    Path to = changed.resolve(from.relativize(one).toString());
                    if (Files.isDirectory(one)) {
                        Files.createDirectories(to);
                    }
                    else if (one.endsWith(file)) {
                        Files.write(Files.copy(one, to), "\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
                    }
                    else {
                        Files.createLink(to, one);
                    }
                }
            }
            ConsoleRun run = Store.beside(() -> ConsoleRun.run(List.of(changed.resolve("bin/jlink").toString(), "-J" + Store.SHORT_LIVED,
                    "--add-modules", "java.base", "--output", changed.resolve("linked").toString()), changed, null,
                    Map.of("LC_ALL", "C.UTF-8")));
            assertThat(run.exitCode() == 0).as(run.output()).isEqualTo(run.output().isEmpty());
            return run.output();
        }
        finally {
            FileSystemUtils.deleteRecursively(changed);
        }
    }

    @Test
    @DisplayName("不带 jmods 的 JDK 也能 jlink")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = NO_JMODS)
    void withoutJmods() {
        assertThat(JDK.resolve("jmods")).doesNotExist();
        assertThat(Files.exists(Store.small().resolve("bin/java"))).isTrue();
        assertThat(Store.small().resolve("bin/javac")).doesNotExist();
        assertThat(Store.small().resolve("bin/jcmd")).doesNotExist();
    }
}
