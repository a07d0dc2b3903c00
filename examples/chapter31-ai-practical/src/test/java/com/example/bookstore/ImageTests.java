package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("造成镜像，运行一次")
class ImageTests {

    @Test
    @DisplayName("不是 root，健康，登录页打得开，内存限在 512 MB")
    void runs() throws Exception {
        try (DockerEngine docker = DockerEngine.start(); ProgramFolder context = ProgramFolder.create("context-")) {
            docker.baseImages().java("eclipse-temurin:25-jre");
            for (String file : List.of("Dockerfile", "docker/healthcheck.sh", "target/bookstore.jar")) {
                Path to = context.path().resolve(file);
                Files.createDirectories(to.getParent());
                Files.copy(Recording.module().resolve(file), to);
            }
            ConsoleRun build = docker.docker("build", "--tag", "assistant:1", context.path().toString());
            assertThat(build.exitCode()).as(build.output()).isZero();
            assertThat(docker.inspect("assistant:1", "{{.Config.User}}")).isEqualTo("bookstore");
            String container = docker.start("--memory", "512m", "--health-interval", "2s", "assistant:1");
            docker.awaitHealthy(container, Duration.ofSeconds(120));
            int port = 8080;
            String host = docker.inspect(container, "{{.NetworkSettings.IPAddress}}");
            var response = java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest.newBuilder(
                    java.net.URI.create("http://" + host + ":" + port + "/login")).build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            // 一天从书店的零点算起，不是格林尼治的
            assertThat(docker.docker("logs", container).output()).contains("+08:00 ");
        }
    }
}
