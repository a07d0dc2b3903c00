package com.example.book.parts;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import com.example.book.ProgramFolder;
import com.example.book.RunningProgram;

/**
 * A server in a process of its own, on free ports of 127.0.0.1 and with a folder of its own. It is ready
 * when its {@code start} returns. Safe to use from several threads.
 */
public abstract class ServerPart implements AutoCloseable {

    /** Between choosing a port and listening on it another program may take it. */
    private static final int ATTEMPTS = 3;

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final int TAIL_LINES = 30;

    private final String name;
    private final Duration limit;
    private final int[] ports;
    private final ProgramFolder folder;
    private RunningProgram program;

    /**
     * Starts nothing yet.
     *
     * @param name what messages call it
     * @param ports how many it needs
     * @param limit until when it must be ready
     */
    ServerPart(String name, int ports, Duration limit) {
        this.name = name;
        this.limit = limit;
        this.ports = new int[ports];
        this.folder = ProgramFolder.create("part-");
    }

    /** Starts the program on the ports that {@link #port(int)} tells, without waiting until it is ready. */
    abstract RunningProgram launch();

    /** Whether it serves; asked again and again. */
    abstract boolean isReady();

    /**
     * Starts it on free ports and waits until it is ready.
     *
     * @throws IllegalStateException when it ends or is not ready in time, with what it printed last
     */
    final synchronized void begin() {
        try {
            for (int attempt = 1; !startedOnFreePorts(attempt < ATTEMPTS); attempt++) {
                // The ports were taken by another program: others are chosen.
            }
        }
        catch (RuntimeException | Error ex) {
            close();
            throw ex;
        }
    }

    private boolean startedOnFreePorts(boolean again) {
        Arrays.setAll(ports, i -> RunningProgram.freePort());
        program = launch();
        if (becomesReady()) {
            return true;
        }
        boolean ended = hasEnded();
        program.close();
        if (again && ended && Arrays.stream(ports).anyMatch(RunningProgram::isTaken)) {
            return false;
        }
        throw notReady(ended);
    }

    private boolean becomesReady() {
        long end = System.nanoTime() + limit.toNanos();
        do {
            // What answers may be another program's, if this one has just failed to get the port.
            if (isReady() && !hasEnded()) {
                return true;
            }
        }
        while (program.exitCode(POLL).isEmpty() && System.nanoTime() < end);
        return false;
    }

    private boolean hasEnded() {
        return program.exitCode(Duration.ZERO).isPresent();
    }

    private IllegalStateException notReady(boolean ended) {
        return new IllegalStateException("%s %s，它最后打印的是：%n%s".formatted(name,
                ended ? "还没有就绪就结束了" : "没有在 " + limit.toSeconds() + " 秒内就绪", program.tail(TAIL_LINES)));
    }

    /** The port that clients use. */
    public final int port() {
        return port(0);
    }

    /** One of its ports, counted from 0. */
    final synchronized int port(int index) {
        return ports[index];
    }

    /** Its folder. */
    final ProgramFolder folder() {
        return folder;
    }

    private synchronized RunningProgram program() {
        return program;
    }

    /** The id of its process. */
    public final long pid() {
        return program().pid();
    }

    /** What it has printed since it was last started. */
    public final String output() {
        return program().output();
    }

    /** The last lines of {@link #output}. */
    public final String tail(int lines) {
        return program().tail(lines);
    }

    /**
     * Waits for a line with this text; see {@link RunningProgram#await}.
     *
     * @throws AssertionError when it ends first, or does not print it within 180 s
     */
    public final void awaitLine(String text) {
        program().await(text);
    }

    /**
     * Asks it to end, as {@code kill} does (SIGTERM), and waits.
     *
     * @return its exit code
     * @throws AssertionError when it has not ended within 180 s
     */
    public final int stop() {
        RunningProgram running = program();
        running.terminate();
        return running.exitCode();
    }

    /** Ends it and what it has started as {@code kill -9} does (SIGKILL), and waits. */
    public final void kill() {
        RunningProgram running = program();
        // Without their master nginx's workers would go on listening.
        List<ProcessHandle> started = ProcessHandle.of(running.pid()).stream()
                .flatMap(ProcessHandle::descendants).toList();
        running.kill();
        started.forEach(ProcessHandle::destroyForcibly);
        running.exitCode();
    }

    /**
     * Starts it again on the same ports with the files that it has, after {@link #stop} where it still runs.
     *
     * @throws IllegalStateException when it ends or is not ready in time, with what it printed last
     */
    public final synchronized void restart() {
        if (!hasEnded()) {
            stop();
        }
        program = launch();
        if (!becomesReady()) {
            throw notReady(hasEnded());
        }
    }

    /** Ends it, by force after 20 s, and deletes its files. */
    @Override
    public synchronized void close() {
        if (program != null) {
            program.terminate();
            if (program.exitCode(STOP).isEmpty()) {
                program.kill();
            }
            program.close();
        }
        folder.close();
    }
}
