package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the book prints as output stands in files under {@code output/}, written by the run of a test.
 * With {@code -Dbook.record=true} a run writes them; otherwise a run that differs fails.
 */
public final class Recording {

    private Recording() {
    }

    /** The folder of the module whose tests are running. */
    public static Path module() {
        return Path.of(System.getProperty("book.module", "")).toAbsolutePath();
    }

    /**
     * Compares a run's output with the recorded file, or records it.
     *
     * @param name file below {@code output/}, e.g. {@code startup.txt}
     * @param actual what the run printed; it is normalized first (time, port, pid, ids, paths)
     * @throws AssertionError when the file is missing or differs, naming the command that records anew
     */
    public static void check(String name, String actual) {
        compare(name, Normalizer.normalize(actual, module()));
    }

    /**
     * Like {@link #check(String, String)} for text in which times are the point: nothing is normalized,
     * so it must be the same on every run and machine.
     *
     * @param name file below {@code output/}
     * @param actual the exact text, ending in one line feed
     * @throws AssertionError when the file is missing or differs
     */
    public static void checkVerbatim(String name, String actual) {
        compare(name, actual);
    }

    private static void compare(String name, String normalized) {
        Path file = module().resolve("output").resolve(name);
        try {
            if (Boolean.getBoolean("book.record")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, normalized);
                markProven(name);
                return;
            }
            String chapter = module().getFileName().toString();
            String mend = "output/%s 与这次运行不一致；确认新结果正确后重新录制：npm run record -- %s"
                    .formatted(name, chapter);
            assertThat(file).as(mend).exists();
            // A copy that was not checked out by Git may have Windows line endings.
            String recorded = Files.readString(file).replace("\r\n", "\n");
            assertThat(onAnyJdk(normalized)).as(mend).isEqualTo(onAnyJdk(recorded));
            markProven(name);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Without what JDK 21 says otherwise than 25: how javac numbers lambdas, one suffix of a message. */
    private static String onAnyJdk(String text) {
        return text.replaceAll("(lambda\\$\\w+\\$)\\d+", "$1N").replace("Connection refused (connect failed)",
                "Connection refused");
    }

    /** Leaves a trace of the check, so that a file in {@code output/} that no test produces is found out. */
    private static void markProven(String name) throws IOException {
        Path mark = module().resolve("target/book/proven").resolve(name);
        Files.createDirectories(mark.getParent());
        Files.write(mark, new byte[0]);
    }

    /**
     * Records an exception as the console shows it: type, message and causes, with the frames of the
     * book's own code only.
     */
    public static void check(String name, Throwable actual) {
        check(name, stackTrace(actual));
    }

    private static String stackTrace(Throwable throwable) {
        StringWriter buffer = new StringWriter();
        throwable.printStackTrace(new PrintWriter(buffer));
        StringBuilder kept = new StringBuilder();
        boolean omitted = false;
        for (String line : buffer.toString().lines().toList()) {
            boolean frame = line.startsWith("\tat ") || line.startsWith("\t... ");
            boolean own = line.contains("com.example.bookstore") && !line.contains("$$SpringCGLIB$$");
            if (!frame || own) {
                kept.append(line).append('\n');
                omitted = false;
            }
            else if (!omitted) {
                kept.append("\t…\n");
                omitted = true;
            }
        }
        return kept.toString();
    }
}
