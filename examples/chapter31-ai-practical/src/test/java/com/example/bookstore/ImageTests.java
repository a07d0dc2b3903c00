package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.spi.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("造成镜像，运行一次")
class ImageTests {

    private static final String MODULES = "java.base,java.desktop,java.instrument,java.logging,java.management,"
            + "java.management.rmi,java.naming,java.net.http,java.prefs,java.security.jgss,java.sql,java.xml,"
            + "jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.localedata,jdk.management,jdk.unsupported,jdk.zipfs";

    @Test
    @DisplayName("不是 root，健康，登录页打得开，内存限在 512 MB")
    void runs() throws Exception {
        try (DockerEngine docker = DockerEngine.start(); ProgramFolder jre = ProgramFolder.create("jre-");
                ProgramFolder context = ProgramFolder.create("context-")) {
            docker.baseImages().debian();
            Path dockerfile = jre.write("Dockerfile", """
                    FROM debian:bookworm-slim
                    COPY . /opt/java/openjdk
                    ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:$PATH
                    """);
            docker.run("build", "--quiet", "--file", dockerfile.toString(), "--tag", "eclipse-temurin:25-jre",
                    runtime().toString());
            for (String file : List.of("Dockerfile", "docker/healthcheck.sh", "target/bookstore.jar")) {
                Path to = context.path().resolve(file);
                Files.createDirectories(to.getParent());
                Files.copy(Recording.module().resolve(file), to);
            }
            ConsoleRun build = docker.docker("build", "--tag", "assistant:1", context.path().toString());
            assertThat(build.exitCode()).as(build.output()).isZero();
            assertThat(docker.inspect("assistant:1", "{{.Config.User}}")).isEqualTo("bookstore");
            String container = docker.start("--memory", "512m", "assistant:1");
            docker.awaitHealthy(container, Duration.ofSeconds(120));
            int port = 8080;
            String host = docker.inspect(container, "{{.NetworkSettings.IPAddress}}");
            var response = java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest.newBuilder(
                    java.net.URI.create("http://" + host + ":" + port + "/login")).build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    /** A runtime of this machine's JDK, linked once for a checkout. */
    private static Path runtime() throws IOException {
        Path kept = Recording.module().resolve("target/jre-" + System.getProperty("java.version"));
        if (Files.exists(kept)) {
            return kept;
        }
        Path written = Recording.module().resolve("target/jre-" + ProcessHandle.current().pid());
        int exit = ToolProvider.findFirst("jlink").orElseThrow(() -> Missing.part("这个 JDK 里没有 jlink")).run(
                System.out, System.err, "--add-modules", MODULES, "--strip-debug", "--no-header-files", "--no-man-pages",
                "--compress", "zip-6", "--output", written.toString());
        assertThat(exit).isZero();
        return Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
    }
}
