package com.example.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

/** Lets the store's processes start in half the time: classes as the JVM keeps them, made by one run. */
final class SharedArchive {

    private static final Path TARGET = Recording.module().resolve("target");
    private static final Path JAR = TARGET.resolve("bookstore-in-a-pod.jar");
    private static final Path ARCHIVE = TARGET.resolve("bookstore-in-a-pod.jsa");

    private static boolean made;

    private SharedArchive() {
    }

    /** The same command with the store's classes in a jar and the archive in use. */
    static synchronized List<String> speedUp(List<String> command) {
        List<String> faster = new ArrayList<>(command);
        // An archive needs jars: it does not work with folders of classes.
        faster.replaceAll(argument -> argument.replace(TARGET.resolve("classes").toString(), JAR.toString()));
        if (!made) {
            make(faster);
            made = true;
        }
        faster.addAll(1, List.of("-Xshare:auto", "-Xlog:disable", "-Xlog:all=error:stderr",
                "-XX:SharedArchiveFile=" + ARCHIVE));
        return faster;
    }

    private static void make(List<String> command) {
        try (OutputStream file = Files.newOutputStream(JAR); JarOutputStream jar = new JarOutputStream(file);
                Stream<Path> classes = Files.walk(TARGET.resolve("classes"))) {
            for (Path path : classes.skip(1).sorted().toList()) {
                // Spring's scan finds classes by the entries of their folders.
                boolean folder = Files.isDirectory(path);
                jar.putNextEntry(new JarEntry(TARGET.resolve("classes").relativize(path) + (folder ? "/" : "")));
                if (!folder) {
                    Files.copy(path, jar);
                }
                jar.closeEntry();
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        List<String> training = new ArrayList<>(command.subList(0, command.indexOf("-cp") + 2));
        training.addAll(1, List.of("-XX:ArchiveClassesAtExit=" + ARCHIVE, "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Dspring.context.exit=onRefresh", "-Xlog:disable"));
        training.add("com.example.bookstore.BookstoreApplication");
        training.add("--server.port=0");
        ConsoleRun.run(training, Recording.module(), null, Map.of());
    }
}
