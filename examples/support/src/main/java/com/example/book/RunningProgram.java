package com.example.book;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program in a process of its own that goes on running while a test talks to it. Closing it ends the
 * process and those it started.
 */
public final class RunningProgram implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(180);

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
     */
    public static RunningProgram start(List<String> command, Path folder, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        // The JVM's own notice about this variable is not part of what the example prints.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        try {
            return new RunningProgram(builder.start());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A port that nothing listens on at this moment. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * Waits until the program prints a line with this text, after the line that the last call waited for.
     *
     * @throws AssertionError when it ends first, or does not print it within 180 s
     */
    public synchronized RunningProgram await(String text) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        try {
            for (int found; (found = output.indexOf(text, waitedUpTo)) < 0 || output.indexOf("\n", found) < 0;) {
                if (!reader.isAlive() || System.nanoTime() > end) {
                    throw new AssertionError("程序没有打印“" + text + "”：\n" + output);
                }
                wait(100);
            }
            waitedUpTo = output.indexOf("\n", output.indexOf(text, waitedUpTo));
            return this;
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
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("程序没有结束：\n" + output());
            }
            reader.join();
            return process.exitValue();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Asks the program to end, as Ctrl+C does, and waits for it. */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        started.forEach(ProcessHandle::destroy);
        terminate();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            for (ProcessHandle handle : started) {
                handle.onExit().get(30, TimeUnit.SECONDS);
            }
            reader.join();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        catch (java.util.concurrent.ExecutionException | TimeoutException ex) {
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
