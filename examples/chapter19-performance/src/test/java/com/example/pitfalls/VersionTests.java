package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The version before and the next one are run, not remembered: the store's own sources, compiled on each. */
@Timeout(600)
class VersionTests {

    private static final Path MODULE = Recording.module();
    private static final String BUILD_CLASSPATH =
            "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static MavenProject boot35;
    private static String classPath35;
    private static String classPath42;

    /** Nothing is timed here, so the two may share the cores. */
    @BeforeAll
    static void resolve() throws IOException {
        CompletableFuture<String> next = CompletableFuture.supplyAsync(
                () -> classPath(MavenProject.copy("chapter19-performance/boot42", "boot42")), Thread::startVirtualThread);
        boot35 = MavenProject.copy("chapter19-performance/boot35", "boot35");
        for (Path source : files(MODULE.resolve("src/main"))) {
            Path copy = boot35.folder().resolve(MODULE.relativize(source).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(source, copy);
        }
        classPath35 = classPath(boot35, "package");
        classPath42 = next.join();
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).toList();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String classPath(MavenProject project, String... before) {
        List<String> goals = new ArrayList<>(List.of(before));
        goals.addAll(List.of(BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt"));
        ConsoleRun run = project.maven("en", goals.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isZero();
        try {
            return Files.readString(project.folder().resolve("target/classpath.txt")).strip();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What the compiler objects to in the store and another source, empty when it is content. */
    private static List<String> compile(Path classes, String classPath, String... more) {
        List<Path> sources = new ArrayList<>(files(MODULE.resolve("src/main/java")));
        Arrays.stream(more).forEach(source -> sources.add(MODULE.resolve("versions").resolve(source)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return said.getDiagnostics().stream().map(line -> line.getMessage(Locale.ROOT)).toList();
    }

    private static Map<String, String> said(String version, String classPath, String program, String... options) {
        Path classes = MODULE.resolve("target/versions").resolve(version);
        assertThat(compile(classes, classPath, program + ".java")).isEmpty();
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", String.join(File.pathSeparator, classes.toString(),
                MODULE.resolve("src/main/resources").toString(), classPath), "com.example.versions." + program));
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", arguments.toArray(String[]::new)), MODULE, null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.startsWith("said:")).map(line -> line.substring(5).split("=", 2))
                .collect(Collectors.toMap(line -> line[0], line -> line[1], (one, other) -> {
                    assertThat(other).isEqualTo(one);
                    return one;
                }));
    }

    @Test
    void theStoreOnThreeVersions() throws IOException {
        String current = Files.readString(MODULE.resolve("target/runtime-class-path.txt")).strip();
        List<CompletableFuture<Map<String, String>>> runs = Stream.of(List.of("boot35", classPath35),
                List.of("boot41", current), List.of("boot42", classPath42)).map(each -> CompletableFuture.supplyAsync(
                        () -> said(each.get(0), each.get(1), "Versions", "-XX:TieredStopAtLevel=1"),
                        Thread::startVirtualThread)).toList();
        List<Map<String, String>> said = runs.stream().map(CompletableFuture::join).toList();
        said.forEach(each -> System.out.println(each.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("body")).toList()));
        assertThat(said).extracting(each -> each.get("body")).containsOnly(said.getFirst().get("body"));
        assertThat(said).allSatisfy(each -> assertThat(each).containsEntry("thread", "platform").containsEntry("held", "1")
                .containsEntry("counted", each.get("joined")));
        assertThat(Integer.parseInt(said.get(1).get("counted-first"))).isGreaterThan(1);
        Table table = new Table("", "Boot 3.5", "Boot 4.1", "4.2 的第一个里程碑");
        row(table, "压缩打开，24 字节的 JSON，直接返回", said, each -> compressed(each.get("stock")));
        row(table, "同一个 JSON，包在 ResponseEntity 里", said, each -> compressed(each.get("stock-entity")));
        row(table, "connection-fetch=lazy，进了事务还没有执行 SQL，占着的连接", said, each -> each.get("held-lazy"));
        row(table, "书架页的 SQL 条数，改之前、改之后", said, each -> each.get("one-by-one") + "、" + each.get("joined"));
        row(table, "连接池最多几个，最多等多久", said, each -> each.get("connections") + " 个，"
                + Integer.parseInt(each.get("millis")) / 1000 + " 秒");
        row(table, "Tomcat 最多几条线程", said, each -> each.get("threads"));
        row(table, "打开虚拟线程的开关，处理请求的线程", said, each -> each.get("switched").equals("virtual") ? "虚拟的" : "平台的");
        row(table, "懒加载，缺配置的 Bean，第一个请求", said, each -> each.get("broken"));
        Recording.check("versions.txt", table.toString());
    }

    private static String compressed(String answer) {
        return answer.startsWith("gzip") ? "压了" : "没有压";
    }

    private static void row(Table table, String name, List<Map<String, String>> said, Function<Map<String, String>, String> cell) {
        table.row(Stream.concat(Stream.of(name), said.stream().map(cell)).toArray());
    }

    @Test
    void theStoreOn35NeedsJSpecify() {
        String without = Arrays.stream(classPath35.split(File.pathSeparator)).filter(jar -> !jar.contains("jspecify"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(without).isNotEqualTo(classPath35);
        assertThat(compile(MODULE.resolve("target/versions/without"), without))
                .contains("package org.jspecify.annotations does not exist")
                .allMatch(line -> line.contains("org.jspecify.annotations") || line.contains("class Nullable"));
    }

    @Test
    void newMapperEachTimeIsSlowerOn35() {
        Map<String, String> said = said("mapper35", classPath35, "Mapper");
        System.out.println(said);
        assertThat(said).containsEntry("real", "true");
        assertThat(Double.parseDouble(said.get("ratio"))).isLessThan(1 / 3.0);
    }

    /** Longer than {@code ConsoleRun} waits: the training needs minutes on a busy machine. */
    private static String run(Path folder, List<String> command, Map<String, String> environment) {
        try (RunningProgram program = RunningProgram.start(command, folder, environment)) {
            assertThat(program.exitCode(Duration.ofMinutes(4))).as(program.output()).hasValue(0);
            return program.output();
        }
    }

    /** The chapter's script, unchanged, on the jar that Boot 3.5's own plugin packed. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
    void aotCacheOfBoot35() throws IOException {
        Path folder = boot35.folder();
        assertThat(run(folder, List.of("sh", MODULE.resolve("aot-cache.sh").toString(), "target/bookstore-1.0.0.jar",
                "target/extracted"), Map.of("SERVER_PORT", "0", "PATH", Path.of(System.getProperty("java.home"), "bin")
                        + File.pathSeparator + System.getenv("PATH")))).contains("(v3.5.");
        Path extracted = folder.resolve("target/extracted");
        run(extracted, MavenProject.javaCommand("zh", "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on",
                "-Xlog:class+load:file=classes.log", "-Dspring.context.exit=onRefresh", "-jar", "bookstore-1.0.0.jar"),
                Map.of("SERVER_PORT", "0"));
        try (Stream<String> lines = Files.lines(extracted.resolve("classes.log"))) {
            Map<Boolean, Long> cached = lines.filter(line -> line.contains(" org.springframework."))
                    .collect(Collectors.partitioningBy(line -> line.contains("shared objects file"), Collectors.counting()));
            System.out.println(cached);
            assertThat(cached.get(true)).isGreaterThan(1000);
            assertThat(cached.get(false)).isLessThan(150);
        }
    }
}
