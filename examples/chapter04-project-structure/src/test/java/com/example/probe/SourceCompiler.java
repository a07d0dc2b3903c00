package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.Recording;

/** Compiles variants of sources while a test runs. */
final class SourceCompiler {

    private SourceCompiler() {
    }

    /** Compiles files against the module's class path; they must compile. Returns the folder of classes. */
    static Path compile(String name, List<Path> sources) {
        Path classes = Recording.module().resolve("target/variants").resolve(name);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Files.createDirectories(classes);
            assertThat(compiler.getTask(messages, files, null,
                    List.of("--release", "21", "-parameters", "-proc:none", "-d", classes.toString(),
                            "-classpath", System.getProperty("java.class.path")),
                    null, files.getJavaFileObjectsFromPaths(sources)).call()).as(messages.toString()).isTrue();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return classes;
    }

    /** Compiles one class from its text and loads it. */
    static Class<?> load(String variant, String className, String text) {
        try {
            Path source = Recording.module().resolve("target/variants").resolve(variant + "-source")
                    .resolve(className.replace('.', '/') + ".java");
            Files.createDirectories(source.getParent());
            Files.writeString(source, text);
            URL classes = compile(variant, List.of(source)).toUri().toURL();
            return new URLClassLoader(new URL[] { classes }, SourceCompiler.class.getClassLoader())
                    .loadClass(className);
        }
        catch (MalformedURLException | ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
