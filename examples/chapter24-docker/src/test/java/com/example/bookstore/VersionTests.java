package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@DisplayName("Boot 3.5 打的 jar，照这一章的 Dockerfile 做")
@Timeout(300)
class VersionTests {

    private static final Path JDK = Path.of(System.getProperty("java.home"));

    private static Path folder;
    private static Path jar;
    private static List<String> old;

    /** The same sources, packaged by the old version. */
    @BeforeAll
    static void packaged() throws IOException {
        MavenProject project = MavenProject.copy("chapter24-docker/boot35", "boot35");
        copy(Recording.module().resolve("src/main"), project.folder().resolve("src/main"));
        ConsoleRun maven = Store.beside(() -> project.maven("en", "-q", "package", "-Dmaven.test.skip"));
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        jar = project.folder().resolve("target/bookstore.jar");
        folder = ProgramFolder.create("boot35-").path();
        old = layers(jar, "old");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** The layers that the Dockerfile's command leaves with something in them. */
    private static List<String> layers(Path packaged, String destination) throws IOException {
        ConsoleRun run = Store.java(JDK, folder, "-Djarmode=tools", "-jar", packaged.toString(), "extract", "--layers",
                "--destination", destination);
        assertThat(run.exitCode()).as(run.output()).isZero();
        try (Stream<Path> files = Files.walk(folder.resolve(destination))) {
            return files.filter(Files::isRegularFile).map(file -> folder.resolve(destination).relativize(file).getName(0).toString())
                    .distinct().sorted().toList();
        }
    }

    /** Whether the tool of Boot 2 and 3 is still in the jar. */
    private static String layertools(Path packaged) {
        ConsoleRun run = Store.java(JDK, folder, "-Djarmode=layertools", "-jar", packaged.toString(), "list");
        if (run.exitCode() == 0) {
            assertThat(run.output()).contains("dependencies", "application");
            return "能用";
        }
        return run.output().lines().filter(line -> line.contains("layertools")).findFirst().orElse(run.output());
    }

    @Test
    @DisplayName("拆出来的层一样；旧的 layertools 在 3.5 上还能用")
    void layers() throws IOException {
        Path now = Recording.module().resolve("target/bookstore.jar");
        assertThat(old).isEqualTo(layers(now, "now")).containsExactly("application", "dependencies");
        Recording.check("versions.tsv", new Table("命令", "Boot 3.5 的 jar", "Boot 4.1 的 jar")
                .row("`-Djarmode=tools … extract --layers`", "拆出 " + String.join("、", old), "拆出 " + String.join("、", old))
                .row("`-Djarmode=layertools … list`", layertools(jar), layertools(now)).toString());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
    @DisplayName("拼出来的 Java 够用，练习做得成，启动时 Spring 的类来自缓存")
    void cache() throws IOException {
        Path app = folder.resolve("app");
        for (String layer : old) {
            copy(folder.resolve("old").resolve(layer), app);
        }
        ConsoleRun trained = Store.start(Store.small(), app, "-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=bookstore.aot");
        assertThat(trained.exitCode()).as(trained.output()).isZero();
        ConsoleRun started = Store.start(Store.small(), app, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on",
                "-Xlog:class+load:file=classes.log");
        assertThat(started.exitCode()).as(started.output()).isZero();
        assertThat(started.output()).contains("(v3.5.");
        try (Stream<String> lines = Files.lines(app.resolve("classes.log"))) {
            var spring = lines.filter(line -> line.contains(" org.springframework."))
                    .collect(Collectors.partitioningBy(line -> line.contains("shared objects file"), Collectors.counting()));
            System.out.println("来自缓存、不是：" + spring.get(true) + "、" + spring.get(false));
            assertThat(spring.get(true)).isGreaterThan(1000);
            assertThat(spring.get(false)).isLessThan(150);
        }
    }
}
