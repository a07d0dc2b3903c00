package com.example.quality;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles in turn what several folders hold, in a JVM with the options of {@code .mvn/jvm.config}. */
final class Compilations {

    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

    private Compilations() {
    }

    /**
     * Says of each folder what the compiler says, and how long it took.
     *
     * @param args how many rounds (several: their time counts), and folders with {@code options}, {@code sources} and
     * place for {@code classes}
     */
    public static void main(String[] args) throws IOException {
        PrintWriter out = new PrintWriter(System.out, true);
        int rounds = Integer.parseInt(args[0]);
        for (int round = 0; round < rounds; round++) {
            for (String folder : List.of(args).subList(1, args.length)) {
                out.println("== " + folder);
                long start = System.nanoTime();
                compile(Path.of(folder), out, rounds > 1);
                out.println("-- " + (System.nanoTime() - start) / 1_000_000);
            }
        }
    }

    private static void compile(Path folder, PrintWriter out, boolean anew) throws IOException {
        String path = System.getProperty("java.class.path");
        List<String> options = new ArrayList<>(List.of("-proc:none", "-cp", path, "-processorpath", path,
                "-d", Files.createDirectories(folder.resolve("classes")).toString()));
        options.addAll(Files.readAllLines(folder.resolve("options")));
        try (StandardJavaFileManager files = JAVAC.getStandardFileManager(null, Locale.ENGLISH, null);
                Stream<Path> sources = Files.walk(folder.resolve("sources"))) {
            JAVAC.getTask(out, anew ? files : new SamePlugins(files), null, options, null,
                    files.getJavaFileObjectsFromPaths(sources.filter(Files::isRegularFile).toList())).call();
        }
    }

    /** Where time counts, the plugins are loaded anew by each compilation, as in a build; else once is enough. */
    private static final class SamePlugins extends ForwardingJavaFileManager<StandardJavaFileManager> {

        SamePlugins(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public ClassLoader getClassLoader(Location location) {
            return location == StandardLocation.ANNOTATION_PROCESSOR_PATH ? Compilations.class.getClassLoader()
                    : super.getClassLoader(location);
        }
    }
}
