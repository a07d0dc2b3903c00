package com.example.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;

/** Another version of Boot, or what this one has not: its class path, as Maven says it, sources compiled on it, programs run on it. */
public enum OtherBoot {

    BOOT_35, BOOT_42,
    /** Spring Security in the version of this module, to be added to its class path. */
    SECURITY;

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static Map<OtherBoot, String> classPaths;

    private String folder() {
        return name().toLowerCase(Locale.ROOT).replace("_", "");
    }

    public String classPath() {
        return classPaths().get(this);
    }

    /** All by one Maven, which takes longest to start. */
    private static synchronized Map<OtherBoot, String> classPaths() {
        if (classPaths == null) {
            Map<OtherBoot, String> found = new EnumMap<>(OtherBoot.class);
            MavenProject all = MavenProject.copy("chapter28-observability/boots", "boots");
            for (OtherBoot boot : values()) {
                MavenProject.copy("chapter28-observability/" + boot.folder(), "boots/" + boot.folder());
            }
            ConsoleRun run = all.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
            for (OtherBoot boot : values()) {
                Path file = all.folder().resolve(boot.folder()).resolve("target/classpath.txt");
                try {
                    if (!Files.exists(file)) {
                        throw new IllegalStateException("Maven 没有给出 " + boot + " 的类路径：\n" + run.output());
                    }
                    found.put(boot, Files.readString(file).strip());
                }
                catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            }
            classPaths = found;
        }
        return classPaths;
    }

    /** Runs a main class of compiled classes on a class path. */
    public static ConsoleRun run(String classPath, List<Path> classes, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-cp",
                classes.stream().map(folder -> folder + File.pathSeparator).collect(Collectors.joining()) + classPath,
                mainClass));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", command.toArray(String[]::new)),
                Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run;
    }

    /** Compiles sources; what the compiler says, one error each, empty when it is content. */
    public List<String> compile(Path classes, List<Path> sources) {
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
                .map(line -> Path.of(line.getSource().getName()).getFileName() + ": " + line.getMessage(Locale.ROOT))
                .toList();
    }
}
