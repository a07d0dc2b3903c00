package com.example.testing;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;

/**
 * A version of Boot, or this book's with more on it: its class path, this module's sources compiled on it, and
 * suites run on it.
 */
public enum OtherBoot {

    BOOT_35("boot35"),
    /** The one this book is about: the class path of this JVM without the compiled store. */
    CURRENT(null),
    /** The first milestone; Maven Central has only a part of it. */
    BOOT_42("boot42"),
    /** This book's version with Spring Security, as the store has it from chapter 12 on, and its support for tests. */
    SECURED("secured"),
    /** The same for somebody who has not added the support for tests. */
    SECURED_WITHOUT_TEST_SUPPORT(null);

    private static final String BUILD_CLASSPATH =
            "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private final String folder;
    private String classPath;

    OtherBoot(String folder) {
        this.folder = folder;
    }

    private synchronized String classPath() {
        if (classPath == null) {
            classPath = this == SECURED_WITHOUT_TEST_SUPPORT ? withoutSecurityTest(SECURED.classPath())
                    : folder == null ? withoutTheStore() : resolved();
        }
        return classPath;
    }

    private static String withoutTheStore() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).startsWith(Recording.module().resolve("target")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String withoutSecurityTest(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).filter(entry -> !entry.contains("security-test"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String resolved() {
        MavenProject project = MavenProject.copy("chapter26-testing/" + folder, folder);
        ConsoleRun run = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        if (!Files.exists(file)) {
            throw new IllegalStateException("Maven 没有给出 " + folder + " 的类路径：\n" + run.output());
        }
        try {
            return Files.readString(file).strip();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Compiles sources into a folder, beside what is there; what the compiler objects to, empty when content. */
    public List<String> compile(Path classes, List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classes + File.pathSeparator + classPath()), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return said.getDiagnostics().stream().filter(line -> line.getKind() == Diagnostic.Kind.ERROR)
                .map(line -> line.getMessage(Locale.ROOT)).toList();
    }

    /** Runs compiled suites in a JVM of this version; what {@link SuiteRun} and the report print. */
    public String run(Path classes, String... suites) {
        List<String> command = new ArrayList<>(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1",
                "-cp", Stream.of(classes.toString(), "src/main/resources", "src/test/resources", classPath())
                        .collect(Collectors.joining(File.pathSeparator)), SuiteRun.class.getName()));
        command.addAll(List.of(suites));
        return ConsoleRun.run(command, Recording.module(), null, Map.of()).output();
    }
}
