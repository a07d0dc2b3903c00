package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("镜像：造出来，连上真的数据库、Redis、RabbitMQ，健康，停得干净")
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
class ImageTests {

    private static final String MODULES = "java.se,jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.localedata,jdk.management,"
            + "jdk.naming.dns,jdk.net,jdk.security.auth,jdk.unsupported,jdk.zipfs";

    private static final String JRE = """
            FROM debian:bookworm-slim
            COPY . /opt/java/openjdk
            ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:$PATH
            """;

    private static void jre(DockerEngine docker) throws IOException {
        docker.baseImages().debian();
        Path target = Recording.module().resolve("target");
        Path kept = target.resolve("jre-" + System.getProperty("java.version"));
        if (Files.notExists(kept)) {
            Path written = target.resolve("jre-" + ProcessHandle.current().pid());
            int exit = ToolProvider.findFirst("jlink").orElseThrow(() -> Missing.part("这个 JDK 里没有 jlink")).run(
                    System.out, System.err, "--add-modules", MODULES, "--strip-debug", "--no-header-files",
                    "--no-man-pages", "--output", written.toString());
            assertThat(exit).isZero();
            Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        try (ProgramFolder folder = ProgramFolder.create("jre-")) {
            docker.run("build", "--quiet", "--file", folder.write("Dockerfile", JRE).toString(),
                    "--tag", "eclipse-temurin:25-jre", kept.toString());
        }
    }

    private static ProgramFolder context() throws IOException {
        ProgramFolder context = ProgramFolder.create("context-");
        context.folder("target");
        context.folder("docker");
        for (String file : List.of("Dockerfile", ".dockerignore", "docker/healthcheck.sh", "target/bookstore.jar")) {
            Files.copy(Recording.module().resolve(file), context.path().resolve(file));
        }
        return context;
    }

    @Test
    void runs() throws IOException {
        try (DockerEngine docker = DockerEngine.start(); Place place = new Place(); ProgramFolder context = context()) {
            jre(docker);
            docker.run("build", "--tag", "bookstore:30", context.path().toString());
            int port = RunningProgram.freePort();
            List<String> run = new ArrayList<>(List.of("--network", "host", "--memory", "512m", "--name", "store",
                    // The container lives for seconds: the optimizing compiler would cost more than it gives back.
                    "--env", "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1", "--env", "SERVER_PORT=" + port,
                    "--env", "POSTGRES_HOST=" + Service.POSTGRESQL.host(),
                    "--env", "REDIS_HOST=" + Service.REDIS.host(), "--env", "RABBITMQ_HOST=" + Service.RABBITMQ.host()));
            place.settings().forEach((name, value) -> run.addAll(List.of("--env",
                    name.replace("-", "").replace('.', '_').toUpperCase() + "=" + value)));
            run.add("bookstore:30");
            String container = docker.start(run.toArray(String[]::new));
            docker.awaitHealthy(container, Duration.ofSeconds(120));
            String page = Place.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))).body();
            assertThat(page).contains("三体");
            assertThat(docker.run("logs", container)).contains("+08:00");
            ConsoleRun stop = docker.docker("stop", "--time", "20", container);
            assertThat(stop.exitCode()).isZero();
            Recording.check("image.txt", "健康检查：healthy\n首页：有《三体》\n用户：%s\n停止时的退出码：%s\n".formatted(
                    docker.inspect(container, "{{.Config.User}}"), docker.inspect(container, "{{.State.ExitCode}}")));
        }
    }
}
