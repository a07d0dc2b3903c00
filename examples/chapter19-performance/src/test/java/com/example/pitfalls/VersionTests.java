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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.junit.jupiter.api.AfterAll;
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
    /** What is not timed lives for seconds, and can do with the quick compiler. */
    private static final String QUICK = "-XX:TieredStopAtLevel=1";
    private static final String SERIAL = "-XX:+UseSerialGC";

    private static Path store35;
    private static String classPath35;
    private static List<Future<Map<String, String>>> said;
    private static Future<Map<Boolean, Long>> cached35;

    /** Nothing is timed here, so two at a time share the cores. */
    private static final ExecutorService TWO = Executors.newFixedThreadPool(2);

    @BeforeAll
    static void resolve() throws Exception {
        Future<String> next = TWO.submit(() -> classPath(MavenProject.copy("chapter19-performance/boot42", "boot42")));
        MavenProject boot35 = MavenProject.copy("chapter19-performance/boot35", "boot35");
        for (Path source : files(MODULE.resolve("src/main"))) {
            Path copy = boot35.folder().resolve(MODULE.relativize(source).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(source, copy);
        }
        classPath35 = classPath(boot35, "package", "-Dmaven.test.skip");
        store35 = boot35.folder().resolve("target/classes");
        if (Runtime.version().feature() >= 25) {
            cached35 = TWO.submit(() -> cached(boot35.folder()));
        }
        String current = Files.readString(MODULE.resolve("target/runtime-class-path.txt")).strip();
        said = List.of(TWO.submit(() -> said("boot35", store35, classPath35, "Versions", QUICK, SERIAL)),
                TWO.submit(() -> said("boot41", MODULE.resolve("target/classes"), current, "Versions", QUICK, SERIAL)),
                TWO.submit(() -> said("boot42", null, next.get(), "Versions", QUICK, SERIAL)));
    }

    @AfterAll
    static void close() {
        TWO.close();
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

    /** What the compiler objects to, empty when it is content. */
    private static List<String> compile(Path classes, String classPath, List<Path> sources) {
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

    /**
     * What a program of {@code versions/} says on a version.
     *
     * @param store the store as Maven has compiled it on that version; {@code null}: it is compiled here
     */
    private static Map<String, String> said(String version, Path store, String libraries, String program, String... options) {
        Path classes = MODULE.resolve("target/versions").resolve(version);
        List<Path> sources = new ArrayList<>(store == null ? files(MODULE.resolve("src/main/java")) : List.of());
        sources.add(MODULE.resolve("versions").resolve(program + ".java"));
        String classPath = (store == null ? MODULE.resolve("src/main/resources") : store) + File.pathSeparator + libraries;
        assertThat(compile(classes, classPath, sources)).isEmpty();
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", classes + File.pathSeparator + classPath, "com.example.versions." + program));
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", arguments.toArray(String[]::new)), MODULE, null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.startsWith("said:")).map(line -> line.substring(5).split("=", 2))
                .collect(Collectors.toMap(line -> line[0], line -> line[1], (one, other) -> {
                    assertThat(other).isEqualTo(one);
                    return one;
                }));
    }

    @Test
    void theStoreOnThreeVersions() throws Exception {
        List<Map<String, String>> said = new ArrayList<>();
        for (Future<Map<String, String>> each : VersionTests.said) {
            said.add(each.get());
        }
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
        assertThat(compile(MODULE.resolve("target/versions/without"), without, files(MODULE.resolve("src/main/java"))))
                .contains("package org.jspecify.annotations does not exist")
                .allMatch(line -> line.contains("org.jspecify.annotations") || line.contains("class Nullable"));
    }

    /** The only one that is timed: when the others have ended. A third is far from what comes out, less than a twentieth. */
    @Test
    void newMapperEachTimeIsSlowerOn35() throws Exception {
        for (Future<?> other : said) {
            other.get();
        }
        if (cached35 != null) {
            cached35.get();
        }
        Map<String, String> mapper = said("mapper35", store35, classPath35, "Mapper");
        System.out.println(mapper);
        assertThat(mapper).containsEntry("real", "true");
        assertThat(Double.parseDouble(mapper.get("ratio"))).isLessThan(1 / 3.0);
    }

    /** Longer than {@code ConsoleRun} waits: the training needs minutes on a busy machine. */
    private static String run(Path folder, List<String> command, Map<String, String> environment) {
        try (RunningProgram program = RunningProgram.start(command, folder, environment)) {
            assertThat(program.exitCode(Duration.ofMinutes(4))).as(program.output()).hasValue(0);
            return program.output();
        }
    }

    /** The chapter's script, unchanged, on the jar of Boot 3.5's own plugin: how many classes came out of the cache. */
    private static Map<Boolean, Long> cached(Path folder) throws IOException {
        assertThat(run(folder, List.of("sh", MODULE.resolve("aot-cache.sh").toString(), "target/bookstore-1.0.0.jar",
                "target/extracted"), Map.of("SERVER_PORT", "0", "JAVA_TOOL_OPTIONS", QUICK, "PATH",
                        Path.of(System.getProperty("java.home"), "bin") + File.pathSeparator + System.getenv("PATH"))))
                .contains("(v3.5.");
        Path extracted = folder.resolve("target/extracted");
        run(extracted, MavenProject.javaCommand("zh", QUICK, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on",
                "-Xlog:class+load:file=classes.log", "-Dspring.context.exit=onRefresh", "-jar", "bookstore-1.0.0.jar"),
                Map.of("SERVER_PORT", "0"));
        try (Stream<String> lines = Files.lines(extracted.resolve("classes.log"))) {
            return lines.filter(line -> line.contains(" org.springframework."))
                    .collect(Collectors.partitioningBy(line -> line.contains("shared objects file"), Collectors.counting()));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
    void aotCacheOfBoot35() throws Exception {
        Map<Boolean, Long> cached = cached35.get();
        System.out.println(cached);
        assertThat(cached.get(true)).isGreaterThan(1000);
        assertThat(cached.get(false)).isLessThan(150);
    }
}
