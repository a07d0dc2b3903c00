package com.example.book;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** For examples that must not compile: they stand under {@code failures/}, outside the build's sources. */
public final class Compilation {

    private Compilation() {
    }

    /**
     * Compiles one source file against the module's class path and returns what the compiler says, as it
     * prints it in English; empty when the file compiles.
     *
     * @param path relative to the module, e.g. {@code failures/MissingStarter.java}
     */
    public static String errors(String path) {
        // javac's English texts are those of no language; asking for English falls back to the system's language.
        return errors(path, Locale.ROOT);
    }

    /** Like {@link #errors(String)}, as the compiler speaks on a system of another language. */
    public static String errors(String path, Locale locale) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Path classes = Recording.module().resolve("target/failures");
        classes.toFile().mkdirs();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, locale, null)) {
            Iterable<? extends JavaFileObject> sources =
                    files.getJavaFileObjects(Recording.module().resolve(path).toFile());
            compiler.getTask(new StringWriter(), files, diagnostics,
                    List.of("--release", "21", "-d", classes.toString(),
                            "-classpath", System.getProperty("java.class.path")),
                    null, sources).call();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        StringBuilder text = new StringBuilder();
        diagnostics.getDiagnostics().forEach(diagnostic -> text
                .append(path).append(':').append(diagnostic.getLineNumber())
                .append(locale.getLanguage().equals("zh") ? ": 错误: " : ": error: ")
                .append(diagnostic.getMessage(locale)).append('\n'));
        return text.toString();
    }
}
