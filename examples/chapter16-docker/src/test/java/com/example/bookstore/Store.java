package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.DockerEngine;

/** What the tests build and ask: base images, build contexts, answers of containers. */
public final class Store {

    public static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private static final String MODULES = "java.base,java.desktop,java.instrument,java.logging,java.management,"
            + "java.management.rmi,java.naming,java.net.http,java.prefs,java.security.jgss,java.sql,java.xml,"
            + "jdk.crypto.ec,jdk.jfr,jdk.localedata,jdk.management,jdk.unsupported,jdk.zipfs";

    private static final String JRE = """
            FROM debian:bookworm-slim
            COPY . /opt/java/openjdk
            ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:$PATH
            """;

    private Store() {
    }

    /** A runtime of this machine's JDK on a small Debian, under its public name. */
    public static void jre(DockerEngine docker) {
        // Meanwhile: both take long the first time, and neither needs the other.
        Thread.startVirtualThread(Store::runtime);
        docker.baseImages().debian();
        try (ProgramFolder folder = ProgramFolder.create("jre-")) {
            Path dockerfile = folder.write("Dockerfile", JRE);
            docker.run("build", "--quiet", "--file", dockerfile.toString(), "--tag", "eclipse-temurin:25-jre",
                    runtime().toString());
        }
    }

    /** Linked once for a checkout. */
    private static synchronized Path runtime() {
        Path target = Recording.module().resolve("target");
        Path kept = target.resolve("jre-" + System.getProperty("java.version"));
        if (Files.exists(kept)) {
            return kept;
        }
        Path written = target.resolve("jre-" + ProcessHandle.current().pid());
        int exit = ToolProvider.findFirst("jlink").orElseThrow(() -> Missing.part("这个 JDK 里没有 jlink")).run(
                System.out, System.err, "--add-modules", MODULES, "--strip-debug", "--no-header-files", "--no-man-pages", "--compress", "zip-6",
                "--output", written.toString());
        if (exit != 0) {
            throw new IllegalStateException("jlink 以 " + exit + " 结束");
        }
        try {
            return Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What a reader has in the module's folder after packaging. */
    public static ProgramFolder context() {
        ProgramFolder context = ProgramFolder.create("context-");
        context.folder("target");
        context.folder("docker");
        for (String file : List.of("Dockerfile", ".dockerignore", "compose.yaml", "docker/healthcheck.sh",
                "target/bookstore.jar")) {
            copy(Recording.module().resolve(file), context.path().resolve(file));
        }
        return context;
    }

    static void copy(Path from, Path to) {
        try {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Changes one line of the packaged application. */
    static void changeOneLine(Path jar, String from, String to) {
        try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of())) {
            Path data = zip.getPath("/BOOT-INF/classes/data.sql");
            Files.writeString(data, Files.readString(data).replace(from, to));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Builds a Dockerfile of the module in a context. */
    public static ConsoleRun build(DockerEngine docker, ProgramFolder context, String dockerfile, String tag) {
        return build(docker, context, Recording.module().resolve(dockerfile), tag);
    }

    public static ConsoleRun build(DockerEngine docker, ProgramFolder context, Path dockerfile, String tag) {
        ConsoleRun run = docker.docker("build", "--file", dockerfile.toString(), "--tag", tag, context.path().toString());
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.output());
        }
        return run;
    }

    static long size(DockerEngine docker, String image) {
        return Long.parseLong(docker.run("image", "inspect", "--format", "{{.Size}}", image));
    }

    /** The address of a container on the engine's bridge, without the proxy of published ports. */
    public static URI address(DockerEngine docker, String container, String path) {
        return URI.create("http://" + docker.inspect(container, "{{.NetworkSettings.IPAddress}}") + ":8080" + path);
    }

    public static HttpResponse<String> send(String method, URI uri) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(40))
                .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
    }
}
