package com.example.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;

/** Boot 3.5: its class path, as Maven says it, and sources compiled on it. */
public final class OldBoot {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static String classPath;

    private OldBoot() {
    }

    public static synchronized String classPath() {
        if (classPath == null) {
            MavenProject project = MavenProject.copy("chapter28-observability/boot35", "boot35");
            ConsoleRun run = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
            Path file = project.folder().resolve("target/classpath.txt");
            try {
                if (!Files.exists(file)) {
                    throw new IllegalStateException("Maven 没有给出 Boot 3.5 的类路径：\n" + run.output());
                }
                classPath = Files.readString(file).strip();
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return classPath;
    }

    /** Compiles sources; what the compiler says, one error each, empty when it is content. */
    public static List<String> compile(Path classes, List<Path> sources) {
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
