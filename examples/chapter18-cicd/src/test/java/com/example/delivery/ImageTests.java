package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("image.sh：镜像里的 jar 就是测试过的那一份")
@Order(4)
class ImageTests {

    @TempDir
    Path folder;

    @Test
    @DisplayName("同一个校验和，不是 root，标着版本，能接待顾客；产物被改过就不做镜像")
    void image() throws IOException {
        Path jar = Release.unchanged("2.0.0", folder);
        Scripts.release(folder.resolve("release"), jar);
        Files.copy(Recording.module().resolve("pipeline/Dockerfile"),
                Files.createDirectory(folder.resolve("pipeline")).resolve("Dockerfile"));
        try (DockerEngine docker = DockerEngine.start()) {
            docker.baseImages().java("eclipse-temurin:25-jre");
            ConsoleRun run = Scripts.run(folder, docker.environment(), "pipeline/image.sh", "2.0.0");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).endsWith("镜像：bookstore:2.0.0\n");
            String sum = docker.run("run", "--rm", "--entrypoint", "sha256sum", "bookstore:2.0.0", "bookstore.jar").split(" ")[0];
            assertThat(sum).isEqualTo(Scripts.sha256(jar));
            String user = docker.run("run", "--rm", "--entrypoint", "id", "bookstore:2.0.0", "-u");
            assertThat(user).isEqualTo("10001");
            String label = docker.inspect("bookstore:2.0.0", "{{index .Config.Labels \"org.opencontainers.image.version\"}}");
            assertThat(label).isEqualTo("2.0.0");
            String container = docker.start("--publish", "127.0.0.1::8080", "--env", "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                    "bookstore:2.0.0");
            URI ready = URI.create("http://127.0.0.1:" + docker.port(container, 8080) + "/books");
            await().atMost(Duration.ofSeconds(90)).ignoreExceptions().pollInterval(Duration.ofMillis(200))
                    .until(() -> Server.get(ready).statusCode() == 200);
            Recording.check("image.txt", "镜像里的 jar 与 release/ 里的校验和" + (sum.equals(Scripts.sha256(jar)) ? "相同" : "不同")
                    + "\n用户：" + user + "\n标签里的版本：" + label + "\nGET /books → 200\n");

            Files.write(folder.resolve("release/bookstore.jar"), new byte[] {0}, StandardOpenOption.APPEND);
            ConsoleRun changed = Scripts.run(folder, docker.environment(), "pipeline/image.sh", "2.0.1");
            assertThat(changed.exitCode()).isNotZero();
            assertThat(docker.run("images", "--quiet", "bookstore:2.0.1")).isEmpty();
            Recording.check("changed-artifact.txt", changed.output());
        }
    }
}
