package com.example.testing;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import com.example.book.Recording;
import org.springframework.util.FileSystemUtils;

/**
 * The bookstore with one changed line: compiles the changed source and loads it, with the rest of the store
 * and its tests, in a class loader of its own. What the tests say about it is what they would say about a bug.
 */
public final class Planted implements AutoCloseable {

    private final Path classes;
    private final StoreLoader loader;

    /**
     * Plants a bug.
     *
     * @param type simple name of the class to change, in {@code com.example.bookstore}
     * @param from text in its source that occurs once
     * @param to what stands there instead
     */
    public Planted(String type, String from, String to) {
        try {
            classes = Files.createTempDirectory("planted-");
            compile(type, from, to);
            loader = new StoreLoader(new URL[] {classes.toUri().toURL(), folder("classes"), folder("test-classes")});
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static URL folder(String name) throws IOException {
        return Recording.module().resolve("target").resolve(name).toUri().toURL();
    }

    private void compile(String type, String from, String to) throws IOException {
        String source = Files.readString(Recording.module()
                .resolve("src/main/java/com/example/bookstore").resolve(type + ".java"));
        if (source.split(Pattern.quote(from), -1).length != 2) {
            throw new IllegalArgumentException("“%s” 在 %s 里要正好出现一次".formatted(from, type));
        }
        Path changed = Files.writeString(classes.resolve(type + ".java"), source.replace(from, to));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        String path = Recording.module().resolve("target/classes") + File.pathSeparator
                + System.getProperty("java.class.path");
        if (!compiler.getTask(said, null, null, List.of("-parameters", "-proc:none", "-d", classes.toString(),
                "-classpath", path), null, compiler.getStandardFileManager(null, null, null)
                        .getJavaFileObjects(changed)).call()) {
            throw new IllegalStateException(said.toString());
        }
    }

    /** Runs test classes of the store against it. */
    public Suites.Outcome run(Class<?>... tests) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?>[] own = new Class<?>[tests.length];
            for (int i = 0; i < tests.length; i++) {
                own[i] = loader.loadClass(tests[i].getName());
            }
            return Suites.run(Map.of(), own);
        }
        catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
        finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Deletes the changed class. Contexts in Spring's cache keep what they have loaded. */
    @Override
    public void close() {
        FileSystemUtils.deleteRecursively(classes.toFile());
    }

    /** Loads the store itself, everything else through the usual loader. */
    private static final class StoreLoader extends URLClassLoader {

        StoreLoader(URL[] urls) {
            super(urls, Planted.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("com.example.bookstore.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = name.startsWith("com/example/bookstore/") ? findResource(name) : null;
            return own != null ? own : super.getResource(name);
        }
    }
}
