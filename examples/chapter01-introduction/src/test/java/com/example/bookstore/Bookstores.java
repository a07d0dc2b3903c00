package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.RunningProgram;

/** The two projects of this chapter, built once per run with the commands a reader types, and started. */
final class Bookstores {

    private static final String COPY_DEPENDENCIES =
            "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";

    private Bookstores() {
    }

    /** Lazily built, for the tests of all classes. */
    static final class Bare {
        static final MavenProject PROJECT = build("chapter01-introduction/target/bare", "bare");

        private Bare() {
        }
    }

    /** Lazily built, for the tests of all classes. */
    static final class Boot {
        static final MavenProject PROJECT = build("chapter01-introduction/target/boot", "boot");

        private Boot() {
        }
    }

    private static MavenProject build(String template, String name) {
        return build(MavenProject.copy(template, name));
    }

    /** Compiles a project and puts the jars of its runtime class path into {@code target/lib}. */
    static MavenProject build(MavenProject project) {
        return maven(project, "compile", COPY_DEPENDENCIES);
    }

    /** Puts the jars there without compiling. */
    static MavenProject copyJars(MavenProject project) {
        return maven(project, COPY_DEPENDENCIES);
    }

    private static MavenProject maven(MavenProject project, String... goals) {
        List<String> arguments = new ArrayList<>(
                List.of("-q", "-DincludeScope=runtime", "-DoutputDirectory=target/lib"));
        arguments.addAll(List.of(goals));
        ConsoleRun run = project.maven("en", arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isZero();
        return project;
    }

    /** Names of the jars that a project runs with: name without version, and version. */
    static Map<String, String> jars(MavenProject project) {
        Map<String, String> jars = new TreeMap<>();
        for (Path jar : jarFiles(project)) {
            String file = jar.getFileName().toString().replaceFirst("\\.jar$", "");
            String name = file.replaceFirst("-\\d.*$", "");
            jars.put(name, file.substring(name.length() + 1));
        }
        return jars;
    }

    /** The jars themselves. */
    static List<Path> jarFiles(MavenProject project) {
        try (Stream<Path> files = Files.list(project.folder().resolve("target/lib"))) {
            return files.sorted().toList();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Starts the bare bookstore from a folder of classes. */
    static RunningStore bare(MavenProject project, String classes) {
        int port = RunningProgram.freePort();
        return start(project, port, "裸写的书店启动了", "-Dserver.port=" + port,
                "-cp", classPath(classes), "com.example.bookstore.BareBookstore");
    }

    /** Starts the bookstore that Boot starts. */
    static RunningStore boot(MavenProject project) {
        int port = RunningProgram.freePort();
        return start(project, port, "Started BookstoreApplication", "-cp", classPath("target/classes"),
                "com.example.bookstore.BookstoreApplication", "--server.port=" + port);
    }

    static String classPath(String classes) {
        return classes + System.getProperty("path.separator") + "target/lib/*";
    }

    private static RunningStore start(MavenProject project, int port, String started, String... arguments) {
        RunningProgram program =
                RunningProgram.start(MavenProject.javaCommand("zh", arguments), project.folder(), Map.of());
        try {
            return new RunningStore(program.await(started), port);
        }
        catch (AssertionError ex) {
            program.close();
            throw ex;
        }
    }

    /** A started bookstore and how to ask it. */
    record RunningStore(RunningProgram program, int port) implements AutoCloseable {

        HttpResponse<String> ask(String request) {
            String[] parts = request.split(" ", 3);
            HttpRequest.Builder builder = HttpRequest.newBuilder(host().resolve(parts[1]));
            if (parts.length == 3) {
                builder.header("Content-Type", "application/json");
            }
            builder.method(parts[0], parts.length == 3
                    ? HttpRequest.BodyPublishers.ofString(parts[2]) : HttpRequest.BodyPublishers.noBody());
            try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(builder.build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(ex);
            }
        }

        URI host() {
            return URI.create("http://localhost:" + port);
        }

        @Override
        public void close() {
            program.close();
        }
    }

    /** Compiles a project's sources again without Maven, after {@code edits} to them; returns the folder. */
    static String recompile(MavenProject project, String name, List<String> options, Map<String, String> edits) {
        Path sources = project.folder().resolve("target/variants").resolve(name).resolve("src");
        Path classes = sources.resolveSibling("classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-encoding", "UTF-8", "-d", classes.toString(), "-cp", "target/lib/*"));
        command.addAll(options);
        try (Stream<Path> files = Files.walk(project.folder().resolve("src/main/java"))) {
            Files.createDirectories(sources);
            int edited = 0;
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                for (Map.Entry<String, String> edit : edits.entrySet()) {
                    edited += text.contains(edit.getKey()) ? 1 : 0;
                    text = text.replace(edit.getKey(), edit.getValue());
                }
                Path copy = sources.resolve(file.getFileName());
                Files.writeString(copy, text);
                command.add(copy.toString());
            }
            assertThat(edited).as("要改的代码都在").isEqualTo(edits.size());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        ConsoleRun run = ConsoleRun.run(command, project.folder(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return project.folder().relativize(classes).toString();
    }
}
