package com.example.bookstore;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

/**
 * Programs that live for seconds, and are not timed: the optimizing compiler and a collector with threads of its own
 * would cost them more than they give back.
 */
public final class ShortLived {

    public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLived() {
    }

    /** The command that runs a class of {@code src/main}. */
    public static List<String> command(Class<?> mainClass, String... arguments) {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(mainClass, arguments));
        command.addAll(1, OPTIONS);
        return command;
    }

    /** The command that runs a class of {@code src/test}. */
    public static List<String> testCommand(Class<?> mainClass, String... arguments) {
        List<String> command = command(mainClass, arguments);
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, command.get(classPath) + File.pathSeparator
                + Recording.module().resolve("target/test-classes"));
        return command;
    }

    /** Runs a class of {@code src/main} until it ends. */
    public static ConsoleRun run(Class<?> mainClass, String... arguments) {
        return ConsoleRun.run(command(mainClass, arguments), Recording.module(), null, Map.of());
    }
}
