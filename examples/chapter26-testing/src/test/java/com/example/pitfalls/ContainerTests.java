package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.parts.DockerEngine;
import com.example.bookstore.StoreSuites;
import com.example.testing.PostgresImage;
import com.example.testing.SuiteRun;
import org.junit.jupiter.api.Test;

/** Testcontainers, with a Docker engine of the test's own. */
class ContainerTests {

    static String run(Map<String, String> environment, List<String> options, Class<?>... suites) {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(SuiteRun.class));
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        command.addAll(1, options);
        command.add(1, "-XX:TieredStopAtLevel=1");
        for (Class<?> suite : suites) {
            command.add(suite.getName());
        }
        return ConsoleRun.run(command, Recording.module(), null, environment).output();
    }

    @Test
    void sameTestsOnADatabaseInAContainer() throws IOException {
        try (DockerEngine docker = DockerEngine.start()) {
            PostgresImage.build(docker);
            Map<String, String> environment = new HashMap<>(docker.environment());
            // Their images are in a registry: the container that cleans up, and the one that tells the host's address.
            environment.put("TESTCONTAINERS_RYUK_DISABLED", "true");
            environment.put("TESTCONTAINERS_HOST_OVERRIDE", "127.0.0.1");
            String output = run(environment, List.of(), StoreSuites.IN_CONTAINER);
            long created = docker.run("events", "--since", "1", "--until", String.valueOf(Instant.now().getEpochSecond()), "--filter", "event=create",
                    "--format", "{{.From}}").lines().filter("postgres:17"::equals).count();
            assertThat(output).as(output).contains("通过 9，失败 0");
            assertThat(created).isEqualTo(2);
            assertThat(docker.run("ps", "--all", "--quiet")).isEmpty();
            Recording.check("container.txt", output.lines()
                    .filter(line -> line.startsWith("上下文 ") || line.startsWith("通过 "))
                    .collect(Collectors.joining("\n")) + "\n引擎创建了 " + created + " 个容器");
        }
    }

    @Test
    void withoutAnEngine() {
        String output = run(Map.of("DOCKER_HOST", "unix:///nowhere/docker.sock"), List.of("-Dno-other-engine=true"),
                StoreSuites.IN_CONTAINER[0]);
        assertThat(output).contains("通过 0，失败 3");
        Recording.check("no-docker.txt", output.lines().filter(line -> line.startsWith("原因 "))
                .map(line -> line.substring(3)).findFirst().orElseThrow());
    }
}
