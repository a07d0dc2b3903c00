package com.example.upgrade;

import java.io.ByteArrayOutputStream;
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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.Recording;
import com.example.book.RunningProgram;

/** Starts a station's built application with one thing taken out. */
final class Apps {

    private Apps() {
    }

    /** A copy of the station's compiled classes that a test may change. */
    static Path classes(Station station, String name) {
        Path source = station.project.folder().resolve("target/classes");
        Path target = Recording.module().resolve("target/apps").resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return target;
    }

    /** Compiles one class of the station again, changed, into a copy of its classes. */
    static void recompile(Station station, Path classes, String type, UnaryOperator<String> edit) throws IOException {
        String file = "src/main/java/com/example/bookstore/" + type + ".java";
        Path source = Files.createTempDirectory(Recording.module().resolve("target"), "changed").resolve(type + ".java");
        Files.writeString(source, edit.apply(Files.readString(station.project.folder().resolve(file))));
        String path = Stream.concat(Stream.of(classes), station.libraries().stream()).map(Path::toString)
                .collect(Collectors.joining(java.io.File.pathSeparator));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, null, said, "--release", "17", "-d", classes.toString(),
                "-classpath", path, source.toString()) != 0) {
            throw new IllegalStateException(said.toString(StandardCharsets.UTF_8));
        }
    }

    static RunningProgram start(Station station, Path classes, List<Path> more, Predicate<Path> keep) {
        List<Path> path = new ArrayList<>(List.of(classes));
        path.addAll(more);
        station.libraries().stream().filter(keep).forEach(path::add);
        return RunningProgram.start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8",
                "-Duser.language=en", "-cp",
                path.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator)),
                "com.example.bookstore.BookstoreApplication", "--server.port=0", "--spring.main.banner-mode=off"),
                Recording.module(), Map.of());
    }

    /** The port that the log names. */
    static int port(RunningProgram program) {
        program.await("Started BookstoreApplication");
        String line = program.output().lines().filter(text -> text.matches(".*started on port .*")).findFirst()
                .orElseThrow();
        return Integer.parseInt(line.replaceFirst(".*started on port[s()]* (\\d+).*", "$1"));
    }

    static int status(int port, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    /** Puts a book on the shelf, and returns what the shop answers. */
    static String addBook(int port, String isbn) throws IOException, InterruptedException {
        String clerk = Base64.getEncoder().encodeToString("clerk:secret".getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/books"))
                    .header("Authorization", "Basic " + clerk).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"title\":\"新书\",\"isbn\":\"" + isbn + "\",\"price\":\"50.00\"}")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
