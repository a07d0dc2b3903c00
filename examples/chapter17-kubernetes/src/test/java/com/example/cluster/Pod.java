package com.example.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.example.book.Recording;
import com.example.book.RunningProgram;

/** A pod with one container, which is a process. Its own thread starts, probes, restarts and ends it. */
final class Pod {

    /** A process's command and variables, made anew for every start of the container. */
    record Container(List<String> command, Map<String, String> environment, int port) {
    }

    private static final Duration TICK = Duration.ofMillis(30);
    private static final double FIRST_BACK_OFF = 10;
    private static final double LONGEST_BACK_OFF = 300;

    private final String name;
    private final Manifest template;
    private final Clock clock;
    private final Supplier<Container> containers;
    private final Consumer<String> events;
    private final CountDownLatch deleted = new CountDownLatch(1);
    private final Thread thread;
    private volatile RunningProgram process;
    private volatile int port;
    private volatile boolean ready;
    private volatile int restarts;
    private volatile String state = "Pending";

    Pod(String name, Manifest template, Clock clock, Supplier<Container> containers, Consumer<String> events) {
        this.name = name;
        this.template = template;
        this.clock = clock;
        this.containers = containers;
        this.events = events;
        this.thread = Thread.ofVirtual().start(this::live);
    }

    private void live() {
        try {
            while (!isDeleted()) {
                String end = runContainer();
                ready = false;
                if (isDeleted()) {
                    break;
                }
                if ("Never".equals(template.find("spec.restartPolicy").orElse("Always"))) {
                    state = end;
                    return;
                }
                event("Restarting: " + end);
                state = "CrashLoopBackOff";
                double wait = Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * Math.pow(2, restarts));
                deleted.await(clock.nanos(wait), TimeUnit.NANOSECONDS);
                restarts++;
            }
            state = "Terminated";
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        catch (RuntimeException ex) {
            state = "Failed: " + ex;
            event(state);
        }
    }

    /** One life of the container; says how it ended. */
    private String runContainer() throws InterruptedException {
        Container container = containers.get();
        Manifest spec = spec();
        try (RunningProgram started = RunningProgram.start(container.command(), Recording.module(),
                container.environment())) {
            process = started;
            port = container.port();
            state = "Running";
            event("Started");
            long start = System.nanoTime();
            Optional<Probe> startup = probe(spec, "startupProbe", start);
            Optional<Probe> liveness = probe(spec, "livenessProbe", start);
            Optional<Probe> readiness = probe(spec, "readinessProbe", start);
            boolean begun = startup.isEmpty();
            while (!isDeleted()) {
                OptionalInt exit = started.exitCode(TICK);
                if (exit.isPresent()) {
                    return exit.getAsInt() == 0 ? "Completed" : "Error, exit code " + exit.getAsInt();
                }
                if (exceedsMemory(started)) {
                    started.kill();
                    return "OOMKilled, exit code " + started.exitCode();
                }
                if (!begun) {
                    startup.get().askWhenDue(port);
                    begun = startup.get().hasSucceeded();
                }
                else {
                    liveness.ifPresent(probe -> probe.askWhenDue(port));
                    readiness.ifPresent(probe -> probe.askWhenDue(port));
                    update(readiness);
                }
                Optional<Probe> asked = begun ? liveness : startup;
                if (asked.filter(Probe::hasFailed).isPresent()) {
                    event((begun ? "Liveness" : "Startup") + " probe failed: " + asked.get().last());
                    stop(started);
                    return "killed by the " + (begun ? "liveness" : "startup") + " probe";
                }
            }
            stop(started);
            return "deleted";
        }
    }

    private void update(Optional<Probe> readiness) {
        boolean now = readiness.map(probe -> ready ? !probe.hasFailed() : probe.hasSucceeded()).orElse(true);
        if (now != ready) {
            ready = now;
            event(now ? "Ready" : "Not ready: " + readiness.map(Probe::last).orElse(""));
        }
    }

    /** preStop, then SIGTERM, then, when the grace period is over, SIGKILL. */
    private void stop(RunningProgram started) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(
                template.number("spec.terminationGracePeriodSeconds", 30));
        int sleep = spec().number("lifecycle.preStop.sleep.seconds", 0);
        if (sleep > 0) {
            event("preStop: sleep " + sleep);
            Thread.sleep(clock.millis(sleep));
        }
        event("SIGTERM");
        started.terminate();
        if (started.exitCode(Duration.ofNanos(Math.max(1, end - System.nanoTime()))).isEmpty()) {
            event("SIGKILL after the grace period");
            started.kill();
        }
        event("Ended, exit code " + started.exitCode());
    }

    /** The kernel's part: in a cluster a control group does this. */
    private boolean exceedsMemory(RunningProgram started) {
        Optional<Object> limit = spec().find("resources.limits.memory");
        if (limit.isEmpty()) {
            return false;
        }
        try {
            return Files.readAllLines(Path.of("/proc/" + started.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .anyMatch(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024
                            > Quantity.bytes(limit.get().toString()));
        }
        catch (IOException ex) {
            // It has just ended, or this system has no /proc: then there is no such limit.
            return false;
        }
    }

    private Optional<Probe> probe(Manifest spec, String kind, long start) {
        return spec.has(kind) ? Optional.of(new Probe(spec.part(kind), clock, start)) : Optional.empty();
    }

    private Manifest spec() {
        return template.parts("spec.containers").getFirst();
    }

    private void event(String what) {
        events.accept(name + " " + what);
    }

    /** Begins to end it; {@link #join} waits. */
    void delete() {
        event("Deleted");
        deleted.countDown();
    }

    /** Ends it at once, as at the end of a test. */
    void kill() {
        deleted.countDown();
        RunningProgram running = process;
        if (running != null) {
            running.kill();
        }
    }

    boolean isDeleted() {
        return deleted.getCount() == 0;
    }

    boolean isGone() {
        return !thread.isAlive();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    /** Its readiness probe has succeeded, and nobody has asked it to end. */
    boolean isReady() {
        return ready && !isDeleted();
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    int restarts() {
        return restarts;
    }

    String state() {
        return state;
    }

    Manifest template() {
        return template;
    }

    /** What the container's present or last process has printed. */
    String logs() {
        RunningProgram last = process;
        return last == null ? "" : last.output();
    }
}
