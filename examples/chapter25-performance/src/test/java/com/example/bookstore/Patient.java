package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/** A sick application in a process of its own, and what one asks it with {@code jcmd}. */
final class Patient implements AutoCloseable {

    /** No patient lets one wait longer for its illness to show. */
    private static final Duration ILL_WITHIN = Duration.ofSeconds(30);

    /** For programs whose own speed is not looked at: compiling well would cost more than it gives back. */
    static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    /** Each task on a thread of its own: the pool of all has as many as there are cores. */
    static final Executor BESIDE = task -> Thread.ofPlatform().daemon().start(task);

    private static final Method EXECUTE_JCMD = executeJcmd();

    private final long started = System.nanoTime();
    private final Path folder;
    private final RunningProgram program;

    private Patient(Path folder, List<String> command) {
        this.folder = folder;
        this.program = RunningProgram.start(command, Recording.module(), Map.of("DB_PASSWORD", "s3cret-of-the-environment"));
    }

    /** @param jvmOptions {@code FOLDER} in them is a folder of the patient's own, deleted when it is closed */
    static Patient start(Class<?> mainClass, List<String> jvmOptions, String... arguments) {
        try {
            Path folder = Files.createTempDirectory("chapter25-");
            List<String> command = new ArrayList<>(ConsoleRun.javaCommand(mainClass, arguments));
            List<String> options = new ArrayList<>(jvmOptions);
            options.replaceAll(option -> option.replace("FOLDER", folder.toString()));
            command.addAll(1, options);
            return new Patient(folder, command);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    Patient await(String text) {
        program.await(text);
        return this;
    }

    /** Waits for the line that shows the illness. */
    Patient awaitSymptom(String text) {
        await(text);
        symptomShows();
        return this;
    }

    /** The illness shows now: soon enough after the start. */
    void symptomShows() {
        assertThat(Duration.ofNanos(System.nanoTime() - started)).as("从启动到发病").isLessThanOrEqualTo(ILL_WITHIN);
    }

    String output() {
        return program.output();
    }

    int exitCode() {
        return program.exitCode();
    }

    long pid() {
        return program.pid();
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Asks what {@code jcmd} asks, over the same connection, without starting a JVM for it. */
    String ask(String... question) {
        try {
            VirtualMachine jvm = VirtualMachine.attach(String.valueOf(program.pid()));
            try (InputStream answer = (InputStream) EXECUTE_JCMD.invoke(jvm, String.join(" ", question))) {
                // Not readAllBytes(): this stream fails when it is to read to the middle of an array.
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                answer.transferTo(all);
                return all.toString(StandardCharsets.UTF_8);
            }
            finally {
                jvm.detach();
            }
        }
        catch (ReflectiveOperationException | AttachNotSupportedException | IOException ex) {
            throw new AssertionError(output(), ex);
        }
    }

    private static Method executeJcmd() {
        try {
            // Not exported: the POM opens it for the JVM of the tests.
            return Class.forName("sun.tools.attach.HotSpotVirtualMachine").getMethod("executeJCmd", String.class);
        }
        catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static ConsoleRun jcmd(String process, String... question) {
        List<String> command = new ArrayList<>(List.of(tool("jcmd"), "-J" + SHORT_LIVED, "-J-XX:+UseSerialGC", process));
        command.addAll(List.of(question));
        return ConsoleRun.run(command, Recording.module(), null, Map.of());
    }

    /** The path of one of the JDK's tools. */
    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** The lines of one thread in a thread dump. */
    static List<String> thread(String dump, String name) {
        return dump.lines().dropWhile(line -> !line.startsWith("\"" + name + "\"")).takeWhile(line -> !line.isBlank()).toList();
    }

    /** How many objects of a class are in a histogram. */
    static long count(String histogram, String className) {
        return histogram.lines().map(line -> line.strip().split("\\s+"))
                .filter(cells -> cells.length >= 4 && cells[3].equals(className))
                .mapToLong(cells -> Long.parseLong(cells[1])).findFirst().orElse(0);
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Ends it; its files stay. */
    void end() {
        program.kill();
        program.close();
    }

    @Override
    public void close() {
        end();
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
