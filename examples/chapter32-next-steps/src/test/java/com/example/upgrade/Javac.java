package com.example.upgrade;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.Recording;

/** Compiles the sources of one station against the libraries of another. */
final class Javac {

    /** What javac says about one line. */
    record Message(String file, long line, String code, String text, boolean error) {

        /** The first line of the text, and what follows the word "symbol". */
        String brief() {
            List<String> lines = text.lines().map(String::strip).toList();
            String symbol = lines.stream().filter(line -> line.startsWith("symbol:")).findFirst()
                    .map(line -> " " + line.replaceFirst("symbol:\\s*", "").replaceAll("\\s+", " ")).orElse("");
            String place = file + ":" + line;
            String said = lines.getFirst() + symbol;
            return place + (place.length() + said.length() > 84 ? "\n    " : "  ") + said;
        }
    }

    private Javac() {
    }

    /**
     * Compiles main and test sources of a project together.
     *
     * @param edit applied to each source before, as a reader's search-and-replace
     */
    static List<Message> compile(Path project, List<Path> libraries, UnaryOperator<String> edit, String... options) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try {
            Path work = Files.createTempDirectory(Recording.module().resolve("target"), "javac");
            List<Path> sources = new ArrayList<>();
            try (Stream<Path> files = Files.walk(project.resolve("src"))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                    Path copy = work.resolve(project.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.writeString(copy, edit.apply(Files.readString(file)));
                    sources.add(copy);
                }
            }
            List<String> all = new ArrayList<>(List.of("-d", work.resolve("classes").toString(), "-Xmaxerrs", "500",
                    "-Xmaxwarns", "500", "-classpath",
                    libraries.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator))));
            all.addAll(List.of(options));
            try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
                compiler.getTask(new StringWriter(), files, found, all, null,
                        files.getJavaFileObjectsFromPaths(sources)).call();
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        // Asking for a text may load classes and add to the list.
        return List.copyOf(found.getDiagnostics()).stream().filter(diagnostic -> diagnostic.getSource() != null)
                .map(diagnostic -> new Message(Path.of(diagnostic.getSource().toUri()).getFileName().toString(),
                        diagnostic.getLineNumber(), diagnostic.getCode(), simpleNames(diagnostic.getMessage(Locale.ROOT)),
                        diagnostic.getKind() == Diagnostic.Kind.ERROR))
                .sorted(java.util.Comparator.comparing(Message::file).thenComparingLong(Message::line)
                        .thenComparing(Message::text))
                .toList();
    }

    /** {@code com.example.Book} becomes {@code Book}, as javac prints it on a terminal. */
    private static String simpleNames(String text) {
        return asOnJdk25(text.replaceAll("(?<![\\w.])(?:[a-z_]\\w*\\.)+(?=[A-Z])", ""));
    }

    /** The annotations of types: JDK 21 prints the one that 25 leaves out, and leaves out the one that 25 prints. */
    private static String asOnJdk25(String text) {
        return Runtime.version().feature() != 21 ? text
                : text.replace("save(@Valid Book)", "save(Book)").replace("rootUri(String)", "rootUri(@Nullable String)");
    }

    static List<Message> errors(List<Message> messages) {
        return messages.stream().filter(Message::error).toList();
    }

    static String list(List<Message> messages) {
        return messages.stream().map(Message::brief).distinct().collect(Collectors.joining("\n", "", "\n"));
    }
}
