package com.example.book.parts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.example.book.RunningProgram;

/** A Zipkin server that keeps its spans in memory; needs Maven. */
public final class ZipkinServer extends HttpPart {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String jar;

    private ZipkinServer(String jar) {
        super("Zipkin", LIMIT, "/health");
        this.jar = jar;
    }

    /**
     * Starts it and waits until it is ready, at most 60 s.
     *
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static ZipkinServer start() {
        ZipkinServer server = new ZipkinServer(MavenArtifacts.classPath("zipkin"));
        server.begin();
        return server;
    }

    @Override
    RunningProgram launch() {
        return RunningProgram.start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-jar", jar,
                "--armeria.ports[0].ip=127.0.0.1", "--armeria.ports[0].port=" + port(),
                "--armeria.ports[0].protocols[0]=http"),
                folder().path(), Map.of("STORAGE_TYPE", "mem", "SELF_TRACING_ENABLED", "false"));
    }

    /** Where applications send spans: {@code management.tracing.export.zipkin.endpoint}. */
    public String spansEndpoint() {
        return uri("/api/v2/spans").toString();
    }
}
