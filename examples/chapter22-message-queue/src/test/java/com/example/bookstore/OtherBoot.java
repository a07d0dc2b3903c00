package com.example.bookstore;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;

/** Another version of Boot: its class path, as Maven says it, and this module's sources on it. */
public enum OtherBoot {

    /** With Spring Kafka 3 and Jackson 2. */
    BOOT_35("boot35"),
    /** The first milestone; Maven Central has only a part of it. */
    BOOT_42("boot42");

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private final String folder;
    private String classPath;

    OtherBoot(String folder) {
        this.folder = folder;
    }

    /** Asked once for each state of the POM: its versions are all fixed. */
    public synchronized String classPath() {
        if (classPath == null) {
            try {
                Path pom = Recording.module().resolve(folder).resolve("pom.xml");
                Path kept = Recording.module().resolve("target/class-paths")
                        .resolve(folder + "-" + UUID.nameUUIDFromBytes(Files.readAllBytes(pom)) + ".txt");
                if (!isComplete(kept)) {
                    Files.createDirectories(kept.getParent());
                    Files.move(resolve(), kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                }
                classPath = Files.readString(kept).strip();
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return classPath;
    }

    private static boolean isComplete(Path kept) throws IOException {
        return Files.exists(kept) && Stream.of(Files.readString(kept).strip().split(File.pathSeparator))
                .allMatch(jar -> Files.isRegularFile(Path.of(jar)));
    }

    private Path resolve() {
        MavenProject project = MavenProject.copy("chapter22-message-queue/" + folder, folder);
        ConsoleRun run = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        if (run.exitCode() != 0 || !Files.exists(file)) {
            throw new IllegalStateException("Maven 没有给出 " + folder + " 的类路径：\n" + run.output());
        }
        return file;
    }

    /** Compiles sources; the message is what the compiler says, one line each, empty when it is content. */
    public String compile(Path classes, List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath()), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return said.getDiagnostics().stream().filter(line -> line.getSource() != null)
                .map(line -> "%s:%d: %s: %s\n".formatted(Path.of(line.getSource().getName()).getFileName(),
                        line.getLineNumber(), line.getKind().name().toLowerCase(Locale.ROOT),
                        line.getMessage(Locale.ROOT)))
                .collect(Collectors.joining());
    }
}
