package com.example.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What a CPU limit does to a process: when it has used up its share of a tenth of a second it stands still
 * until the next one begins. In a cluster the kernel does it; here SIGSTOP and SIGCONT. Linux only.
 */
final class CpuLimit implements AutoCloseable {

    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

    /** {@code /proc} counts in hundredths of a second. */
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

    private final long pid;
    private final long quota;
    private final Thread thread;
    private volatile boolean closed;
    private volatile int throttled;

    CpuLimit(long pid, int millicores) {
        this.pid = pid;
        this.quota = PERIOD * millicores / 1000;
        this.thread = Thread.ofPlatform().daemon().start(this::limit);
    }

    private void limit() {
        try {
            long allowed = cpuNanos(pid);
            while (!closed) {
                long end = System.nanoTime() + PERIOD;
                // What was used beyond the quota is paid back in the next period; what was not used is lost.
                allowed = Math.min(allowed, cpuNanos(pid)) + quota;
                boolean stopped = false;
                while (System.nanoTime() < end && !closed) {
                    if (!stopped && cpuNanos(pid) >= allowed) {
                        signal("STOP");
                        stopped = true;
                        throttled++;
                    }
                    TimeUnit.MILLISECONDS.sleep(2);
                }
                if (stopped) {
                    signal("CONT");
                }
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        catch (UncheckedIOException ex) {
            // The process has ended.
        }
    }

    /** Time on processors, in nanoseconds. */
    static long cpuNanos(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void signal(String name) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The periods in which it had to stand still. */
    int throttled() {
        return throttled;
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
        if (ProcessHandle.of(pid).isPresent()) {
            signal("CONT");
        }
    }
}
