package com.example.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

/** JVMs of a few seconds: the optimizing compiler and the parallel collector would cost more than they give back. */
public final class ShortLived {

    /** Options for {@code java}. */
    public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ShortLived() {
    }

    /** A command line that begins with {@code java}, with these options. */
    public static List<String> command(List<String> java) {
        List<String> command = new ArrayList<>(java);
        command.addAll(1, OPTIONS);
        return command;
    }

    /** Runs a main class of the module's class path until it ends. */
    public static ConsoleRun java(Class<?> mainClass, String... arguments) {
        return ConsoleRun.run(command(ConsoleRun.javaCommand(mainClass, arguments)), Recording.module(), null, Map.of());
    }
}
