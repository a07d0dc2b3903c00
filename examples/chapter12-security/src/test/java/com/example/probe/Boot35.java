package com.example.probe;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import com.example.book.RunningProgram;

/** Boot 3.5 with Spring Security 6.5: its class path, as Maven says it, and this module's sources on it. */
public final class Boot35 {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static String classPath;

    private Boot35() {
    }

    public static synchronized String classPath() {
        if (classPath == null) {
            MavenProject project = MavenProject.copy("chapter12-security/boot35", "boot35");
            ConsoleRun run = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
            Path file = project.folder().resolve("target/classpath.txt");
            try {
                if (!Files.exists(file)) {
                    throw new IllegalStateException("Maven 没有给出 3.5 的类路径：\n" + run.output());
                }
                classPath = Files.readString(file).strip();
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return classPath;
    }

    /** Compiles sources; the message is what the compiler says, one line each, empty when it is content. */
    public static String compile(Path classes, List<Path> sources) {
        return compile(classes, sources, classPath());
    }

    /** The same on another class path, for example this module's own. */
    public static String compile(Path classes, List<Path> sources, String classPath) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null,
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

    /** All sources below a folder of the module. */
    public static List<Path> sources(String folder) {
        try (Stream<Path> files = Files.walk(Recording.module().resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Starts what was compiled, with resources of this module. */
    public static RunningProgram start(String mainClass, Path classes, String resources, String... arguments) {
        String path = String.join(File.pathSeparator, classes.toString(),
                Recording.module().resolve(resources).toString(), classPath());
        String[] command = Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-cp", path, mainClass),
                Stream.of(arguments)).toArray(String[]::new);
        RunningProgram program = RunningProgram.start(MavenProject.javaCommand("zh", command), Recording.module(),
                Map.of());
        program.await("Started " + mainClass.substring(mainClass.lastIndexOf('.') + 1));
        return program;
    }
}
