package com.example.book;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program in a process of its own that goes on running while a test talks to it. Closing it ends the
 * process and those it started. Where the JVM of the test ends before that, even by {@code kill -9}, the
 * program ends as well. Safe to use from several threads.
 */
public final class RunningProgram implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final Duration STOP = Duration.ofSeconds(30);

    private final Process process;
    private final Thread reader;
    private final StringBuilder output = new StringBuilder();
    private int waitedUpTo;

    private RunningProgram(Process process) {
        this.process = process;
        this.reader = Thread.startVirtualThread(this::read);
    }

    /**
     * Starts a command; standard error goes where standard output goes.
     *
     * @param environment variables added to those of this process
     * @throws UncheckedIOException when there is no such program or folder
     */
    public static RunningProgram start(List<String> command, Path folder, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        // The JVM's own notice about this variable is not part of what the example prints.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Ownership owner = Ownership.current();
        owner.mark(builder);
        try {
            Process process = builder.start();
            owner.add(process);
            return new RunningProgram(process);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A port that nothing listens on at this moment, and that no other JVM which asks here is given. */
    public static int freePort() {
        return FreePorts.next();
    }

    /** Whether something of this machine's listens on a port already. */
    public static boolean isTaken(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return false;
        }
        catch (IOException ex) {
            return true;
        }
    }

    /**
     * Waits until the program prints a line with this text, after the line that the last call waited for.
     *
     * @throws AssertionError when it ends first, or does not print it within 180 s
     */
    public RunningProgram await(String text) {
        if (outputUpTo(text, TIMEOUT).isEmpty()) {
            throw new AssertionError("程序没有打印“" + text + "”：\n" + output());
        }
        return this;
    }

    /**
     * Waits like {@link #await}.
     *
     * @return all that was printed up to the end of that line; empty when the program ends first, or does
     *     not print it in time
     */
    synchronized Optional<String> outputUpTo(String text, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (int found; (found = output.indexOf(text, waitedUpTo)) < 0 || output.indexOf("\n", found) < 0;) {
                if (!reader.isAlive() || System.nanoTime() > end) {
                    return Optional.empty();
                }
                wait(100);
            }
            waitedUpTo = output.indexOf("\n", output.indexOf(text, waitedUpTo));
            return Optional.of(output.substring(0, waitedUpTo + 1));
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** What has been printed so far. */
    public synchronized String output() {
        return output.toString();
    }

    /** The last lines of what has been printed so far, without the last line feed. */
    public String tail(int lines) {
        List<String> all = output().lines().toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }

    /** The id of the process. */
    public long pid() {
        return process.pid();
    }

    /** Asks the program to end, as {@code kill} does (SIGTERM), and does not wait. */
    public void terminate() {
        // Process.destroy() would close the pipe as well, and what the program prints on its way out would be lost.
        process.toHandle().destroy();
    }

    /** Ends the program at once, as {@code kill -9} does (SIGKILL), and does not wait. */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    /**
     * Waits until the program has ended.
     *
     * @return its exit code
     * @throws AssertionError when it has not ended within 180 s
     */
    public int exitCode() {
        return exitCode(TIMEOUT).orElseThrow(() -> new AssertionError("程序没有结束：\n" + output()));
    }

    /**
     * Waits until the program has ended and all that it printed is there.
     *
     * @return its exit code; empty when it has not ended in time
     */
    public OptionalInt exitCode(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)
                    || !reader.join(Duration.ofNanos(Math.max(STOP.toNanos(), end - System.nanoTime())))) {
                return OptionalInt.empty();
            }
            return OptionalInt.of(process.exitValue());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Asks the program to end, as Ctrl+C does, and waits for it; after 30 s it is ended by force. */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        started.forEach(ProcessHandle::destroy);
        terminate();
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            for (ProcessHandle handle : started) {
                handle.onExit().get(STOP.toSeconds(), TimeUnit.SECONDS);
            }
            reader.join(STOP);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        catch (ExecutionException | TimeoutException ex) {
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null;) {
                synchronized (this) {
                    output.append(line).append('\n');
                    notifyAll();
                }
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
