package com.example.book.parts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;

/**
 * A Spring Boot application with a web server, in a process of its own. It is ready when a path of its
 * answers with 200, by default {@code /actuator/health/readiness}.
 */
public final class BootProcess extends HttpPart {

    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final Description description;

    private BootProcess(Description description) {
        super(description.name, LIMIT, description.readyPath);
        this.description = description;
    }

    /** An application of the module's main class path. */
    public static Description of(Class<?> mainClass) {
        return new Description(mainClass.getSimpleName(), ConsoleRun.javaCommand(mainClass));
    }

    /** An application packaged as an executable jar. */
    public static Description of(Path jar) {
        return new Description(jar.getFileName().toString(), MavenProject.javaCommand("zh", "-jar", jar.toString()));
    }

    /**
     * An application started by any command.
     *
     * @param command begins with the path of {@code java}; arguments are added at its end
     */
    public static Description of(List<String> command) {
        return new Description("Spring Boot 应用", command);
    }

    /**
     * Starts several at the same time and waits until all are ready.
     *
     * @return in the order of the descriptions; when one of them fails, all are closed
     */
    public static List<BootProcess> startAll(List<Description> descriptions) {
        List<BootProcess> started = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<BootProcess>> starts = descriptions.stream()
                    .map(description -> threads.submit((Callable<BootProcess>) description::start)).toList();
            RuntimeException failed = null;
            for (Future<BootProcess> start : starts) {
                try {
                    started.add(start.get());
                }
                catch (ExecutionException ex) {
                    failed = new IllegalStateException(ex.getCause().getMessage(), ex.getCause());
                }
            }
            if (failed != null) {
                started.forEach(BootProcess::close);
                throw failed;
            }
            return List.copyOf(started);
        }
        catch (InterruptedException ex) {
            started.forEach(BootProcess::close);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    @Override
    RunningProgram launch() {
        List<String> command = new ArrayList<>(description.command);
        command.addAll(1, description.jvmOptions);
        command.addAll(description.arguments);
        command.add("--server.port=" + port());
        return RunningProgram.start(command, Recording.module(), description.environment);
    }

    /** What to start. Each method returns the description itself. */
    public static final class Description {

        private final String name;
        private final List<String> command;
        private final List<String> jvmOptions = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        private final List<String> arguments = new ArrayList<>();
        private final Map<String, String> environment = new TreeMap<>();
        private String readyPath = "/actuator/health/readiness";

        private Description(String name, List<String> command) {
            this.name = name;
            this.command = command;
        }

        /** Options of the JVM, such as {@code -Xmx128m}. */
        public Description jvmOptions(String... options) {
            jvmOptions.addAll(List.of(options));
            return this;
        }

        /** Arguments of the application, such as {@code --spring.profiles.active=prod}; the port is added. */
        public Description arguments(String... more) {
            arguments.addAll(List.of(more));
            return this;
        }

        /** A variable added to those of this process. */
        public Description environment(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /** The path that answers with 200 once the application is ready. */
        public Description readyPath(String path) {
            readyPath = path;
            return this;
        }

        /**
         * Starts it on a free port and waits until it is ready, at most 180 s.
         *
         * @throws IllegalStateException when it ends or is not ready in time, with what it printed last
         */
        public BootProcess start() {
            BootProcess process = new BootProcess(this);
            process.begin();
            return process;
        }
    }
}
