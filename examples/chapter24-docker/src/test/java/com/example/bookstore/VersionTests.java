package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
