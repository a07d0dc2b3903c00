package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;

/** The project of three modules: its POMs, and the packages of the one-module project moved into them. */
final class MultiModule {

    static final String JAR = "app/target/bookstore.jar";

    private static MavenProject packaged;
    private static ConsoleRun packageRun;

    private MultiModule() {
    }

    /** 把单模块项目的三部分原样搬进三个模块，一行代码不改。 */
    static MavenProject copy(String name) {
        MavenProject project = MavenProject.copy("chapter04-project-structure/multi-module", name);
        String java = "src/main/java/com/example/bookstore/";
        Map.of(java + "catalog", "catalog/" + java + "catalog",
                java + "ordering", "ordering/" + java + "ordering",
                java + "BookstoreApplication.java", "app/" + java + "BookstoreApplication.java",
                "src/main/resources/application.properties",
                "app/src/main/resources/application.properties")
                .forEach((from, to) -> copyTree(Recording.module().resolve("reader-project").resolve(from),
                        project.folder().resolve(to)));
        return project;
    }

    /** Built once for all tests. */
    static synchronized MavenProject packaged() {
        if (packaged == null) {
            MavenProject project = copy("bookstore");
            packageRun = project.maven("en", "package");
            assertThat(packageRun.exitCode()).as(packageRun.output()).isZero();
            packaged = project;
        }
        return packaged;
    }

    static ConsoleRun packageRun() {
        packaged();
        return packageRun;
    }

    static ConsoleRun java(MavenProject project, String... arguments) {
        return project.java(Map.of("SPRING_MAIN_WEBAPPLICATIONTYPE", "none",
                "SPRING_MAIN_BANNERMODE", "off", "LOGGING_LEVEL_ROOT", "warn"), arguments);
    }

    private static void copyTree(Path source, Path target) {
        try (Stream<Path> walk = Files.walk(source)) {
            List<Path> entries = walk.filter(Files::isRegularFile).toList();
            for (Path entry : entries) {
                Path copy = entry.equals(source) ? target : target.resolve(source.relativize(entry).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(entry, copy);
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
