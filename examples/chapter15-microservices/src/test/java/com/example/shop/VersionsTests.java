package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.junit.jupiter.api.Test;

/** The version before and the one to come are run, not remembered. */
class VersionsTests {

    private static final String CLIENT = "src/main/java/com/example/order/";

    private static String classPath(String folder) throws IOException {
        MavenProject project = MavenProject.copy("chapter15-microservices/" + folder, folder);
        ConsoleRun run = project.maven("en", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        return Files.readString(file).strip();
    }

    /** What the compiler says, empty when it is content. */
    private static String compile(String classPath, Path classes, String... sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null, files.getJavaFileObjectsFromPaths(
                            Stream.of(sources).map(source -> Recording.module().resolve(source)).toList())).call();
        }
        return said.getDiagnostics().stream().map(line -> line.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void boot35HasNoGroups() throws IOException {
        String classPath = classPath("boot35");
        Path classes = Recording.module().resolve("target/boot35");
        assertThat(compile(classPath, classes, CLIENT + "CatalogClient.java", CLIENT + "Book.java",
                CLIENT + "OrderApplication.java")).contains("package org.springframework.web.service.registry does not exist");
        assertThat(compile(classPath, classes, CLIENT + "CatalogClient.java", CLIENT + "Book.java",
                "boot35/src/CatalogConfiguration.java")).isEmpty();
    }

    @Test
    void springCloudRefusesBoot42() throws IOException {
        String classPath = classPath("boot42");
        Path classes = Recording.module().resolve("target/boot42");
        assertThat(compile(classPath, classes, "boot42/src/Tomorrow.java")).isEmpty();
        ConsoleRun refused = run(classes, classPath);
        assertThat(refused.exitCode()).as(refused.output()).isNotZero();
        Recording.check("boot42.txt", refused.output().substring(refused.output().indexOf("Description:")).strip() + "\n");
        assertThat(run(classes, classPath, "--spring.cloud.compatibility-verifier.enabled=false").exitCode()).isZero();
    }

    private static ConsoleRun run(Path classes, String classPath, String... arguments) {
        return ConsoleRun.run(Stream.concat(MavenProject.javaCommand("zh", "-cp", classes + File.pathSeparator + classPath,
                "com.example.order.Tomorrow").stream(), Stream.of(arguments)).toList(), Recording.module(), null, Map.of());
    }
}
