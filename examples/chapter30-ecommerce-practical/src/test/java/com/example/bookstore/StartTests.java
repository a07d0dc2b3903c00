package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("start.sh：缺哪样服务，什么时候打包，用哪一个 Java")
class StartTests {

    private static final String JAR = "target/bookstore.jar";
    private static final String SOURCE = "src/main/java/Book.java";

    @TempDir
    private Path examples;

    private Path folder;

    /** PostgreSQL, Redis and RabbitMQ at once: something that listens. */
    private ServerSocket services;

    @BeforeEach
    void copyWithoutMavenAndJava() throws IOException {
        services = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        folder = Files.createDirectory(examples.resolve("store"));
        write("../pom.xml", "");
        Files.copy(Recording.module().resolve("start.sh"), folder.resolve("start.sh"));
        for (String file : List.of("pom.xml", SOURCE, "src/main/resources/application.yaml")) {
            write(file, "");
        }
        // Like Maven, it leaves the jar alone when there is nothing to compile.
        write("bin/mvn", "#!/bin/sh\necho packaged\nmkdir -p target\n[ -f %1$s ] || touch %1$s\n".formatted(JAR));
        write("bin/java", "#!/bin/sh\necho \"started: $*\"\n");
        write("bin/docker", "#!/bin/sh\necho \"docker $*\"\n");
        write("bin/sleep", "#!/bin/sh\n");
    }

    @AfterEach
    void stopListening() throws IOException {
        services.close();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }

    private ConsoleRun start(String... missing) {
        return startWith(folder.toString(), missing);
    }

    private ConsoleRun startWith(String javaHome, String... missing) {
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_HOME", javaHome,
                "PATH", folder.resolve("bin") + ":" + System.getenv("PATH")));
        for (String service : List.of("POSTGRES", "REDIS", "RABBITMQ")) {
            int port = List.of(missing).contains(service) ? RunningProgram.freePort() : services.getLocalPort();
            environment.putAll(Map.of(service + "_HOST", "127.0.0.1", service + "_PORT", String.valueOf(port)));
        }
        return ConsoleRun.run(List.of("bash", "start.sh"), folder, null, environment);
    }

    private boolean packages() {
        return start().output().contains("packaged");
    }

    private void changedIn(Duration time, String file) throws IOException {
        Files.setLastModifiedTime(folder.resolve(file), FileTime.from(Instant.now().plus(time)));
    }

    @Test
    @DisplayName("没有打过包就打；什么也没有改，不再打；删掉一个文件，再打一次")
    void unchanged() throws IOException {
        assertThat(packages()).isTrue();
        assertThat(packages()).isFalse();
        Files.delete(folder.resolve(SOURCE));
        assertThat(packages()).isTrue();
        assertThat(packages()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "../pom.xml", SOURCE, "src/main/resources/application.yaml"})
    @DisplayName("打包之后改过，再打")
    void changed(String file) throws IOException {
        write(JAR, "");
        changedIn(Duration.ofHours(1), JAR);
        assertThat(packages()).isFalse();
        changedIn(Duration.ofHours(2), file);
        assertThat(packages()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 1", "kill -TERM $PPID; exit 1"})
    @DisplayName("打包打到一半停下，不留下半个 jar")
    void halfAJar(String how) throws IOException {
        write("bin/mvn", "#!/bin/sh\nmkdir -p target\necho half > %s\n%s\n".formatted(JAR, how));
        assertThat(start().exitCode()).isNotZero();
        assertThat(folder.resolve(JAR)).doesNotExist();
    }

    @Test
    @DisplayName("三样服务都在，不碰 docker")
    void nothingMissing() {
        assertThat(start().output()).contains("started: -jar").doesNotContain("docker");
    }

    @Test
    @DisplayName("缺的服务用 docker compose 启动，等它们都好了才启动书店")
    void missing() throws IOException {
        // Not ready when it is asked for the first time.
        write("bin/docker", """
                #!/bin/sh
                echo "docker $*" >> docker.log
                case "$*" in
                  *" exec "*) [ -e "asked-$6" ] || { touch "asked-$6"; exit 1; } ;;
                esac
                """);
        ConsoleRun run = start("REDIS", "RABBITMQ");
        assertThat(run.output()).contains("没有连上 redis rabbitmq", "started: -jar");
        String compose = "docker compose -f ../compose.yaml ";
        String redis = compose + "exec -T redis redis-cli ping";
        String rabbit = compose + "exec -T rabbitmq rabbitmq-diagnostics -q check_port_connectivity";
        assertThat(folder.resolve("docker.log")).hasContent(
                String.join("\n", compose + "up -d redis rabbitmq", redis, redis, rabbit, rabbit));
        Files.delete(folder.resolve("docker.log"));
        start("POSTGRES");
        String postgres = compose + "exec -T postgres pg_isready -q -h localhost";
        assertThat(folder.resolve("docker.log")).hasContent(
                String.join("\n", compose + "up -d postgres", postgres, postgres));
    }

    @Test
    @DisplayName("启动不了容器，或者等了六十次还没有好，就停下，不启动书店")
    void stillMissing() throws IOException {
        write("bin/docker", "#!/bin/sh\necho no engine\nexit 1\n");
        ConsoleRun noEngine = start("REDIS");
        assertThat(noEngine.output()).contains("没有连上 redis", "no engine").doesNotContain("started");
        assertThat(noEngine.exitCode()).isNotZero();
        write("bin/docker", "#!/bin/sh\ncase \"$*\" in *\" exec \"*) echo asked >> asked; exit 1;; esac\n");
        ConsoleRun never = start("REDIS");
        assertThat(never.output()).contains("redis 还没有好").doesNotContain("started");
        assertThat(never.exitCode()).isNotZero();
        assertThat(Files.readAllLines(folder.resolve("asked"))).hasSize(60);
    }

    @Test
    @DisplayName("Maven 用 JAVA_HOME 里的 Java，启动也用它，不用 PATH 里的；没有设就用 PATH 里的")
    void whichJava() throws IOException {
        // The store stops the provider when it ends, so it waits here until the provider has spoken.
        ConsoleRun.run(List.of("mkfifo", "spoken"), folder, null, Map.of());
        String java = """
                #!/bin/sh
                echo "%s: $*"
                case $1 in -cp) echo > spoken ;; *) read -r _ < spoken ;; esac
                """;
        write("jdk/bin/java", java.formatted("from JAVA_HOME"));
        write("bin/java", java.formatted("started"));
        assertThat(startWith(folder.resolve("jdk").toString()).output())
                .contains("from JAVA_HOME: -jar", "from JAVA_HOME: -cp").doesNotContain("started");
        assertThat(startWith("").output()).contains("started: -jar", "started: -cp").doesNotContain("JAVA_HOME");
    }
}
