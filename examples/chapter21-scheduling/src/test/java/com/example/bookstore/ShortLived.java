package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import com.example.book.ConsoleRun;

/** A program that lives for seconds: the optimizing compiler would cost it more than it gives back. */
public final class ShortLived {

    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLived() {
    }

    /** The options of its JVM. */
    public static String[] options() {
        return OPTIONS.toArray(String[]::new);
    }

    /** The command line that runs a main class of the module's class path. */
    public static List<String> command(Class<?> mainClass, String... arguments) {
        return command(ConsoleRun.javaCommand(mainClass, arguments));
    }

    /** The same command line, which begins with {@code java}, for a short life. */
    public static List<String> command(List<String> command) {
        List<String> shortLived = new ArrayList<>(command);
        shortLived.addAll(1, OPTIONS);
        return shortLived;
    }
}
