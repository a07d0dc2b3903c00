package com.example.bookstore;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import com.example.book.parts.DockerEngine;

/**
 * What lets a dozen stores start with a third of the processor time each: no optimizing compiler, and the classes as
 * one start left them in an AOT cache. A JVM that cannot use the cache says so and starts without it.
 */
record QuickStart(Path cache) {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String VARIABLE = "JAVA_TOOL_OPTIONS";
    /** A JVM older than 25 has no such cache. */
    private static final String JVM = "-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:AOTCache=/quick/bookstore.aot";

    /** Starts a store of {@code bookstore:1}, which writes the cache when it ends. */
    static QuickStart train(DockerEngine docker, Path folder) {
        try {
            // The store's user is not the folder's.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        String container = docker.start("--env", VARIABLE + "=" + JVM.replace("AOTCache=", "AOTCacheOutput="), "--volume",
                folder + ":/quick", "bookstore:1");
        URI readiness = Store.address(docker, container, "/actuator/health/readiness");
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(200)).ignoreExceptions()
                .until(() -> Store.send("GET", readiness).statusCode() == 200);
        // Not docker stop: on a busy machine a cache takes longer to write than that waits.
        docker.run("kill", "--signal", "TERM", container);
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(300))
                .until(() -> docker.inspect(container, "{{.State.Running}}").equals("false"));
        docker.run("rm", container);
        return new QuickStart(folder);
    }

    /** For {@code docker run}. */
    List<String> options() {
        return List.of("--env", VARIABLE + "=" + JVM, "--volume", mount());
    }

    /** For a service of a compose file. */
    String service() {
        return """
                    environment:
                      %s: %s
                    volumes:
                      - %s
                """.formatted(VARIABLE, JVM, mount());
    }

    private String mount() {
        return cache + ":/quick:ro";
    }
}
