package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;

/** Builds of copies of the bookstore, by the real Maven, two at a time, each made once. */
final class Builds {

    private static final Duration LIMIT = Duration.ofMinutes(8);
    private static final String CHAPTER = "chapter27-code-quality/";
    private static final Map<String, CompletableFuture<Build>> STARTED = new ConcurrentHashMap<>();
    private static final Map<String, CompletableFuture<Map<String, Build>>> TOGETHER = new ConcurrentHashMap<>();
    private static final Map<String, CompletableFuture<Map<String, Javac.Result>>> COMPILATIONS = new ConcurrentHashMap<>();
    private static final BlockingDeque<Runnable> WAITING = new LinkedBlockingDeque<>();
    private static final ThreadPoolExecutor TWO = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, WAITING, task -> {
        Thread thread = new Thread(task, "build");
        thread.setDaemon(true);
        return thread;
    });

    static {
        TWO.prestartAllCoreThreads();
    }

    private Builds() {
    }

    /** A build that has ended. */
    record Build(MavenProject project, String output, int exitCode) {

        Build fails() {
            assertThat(exitCode).as(output).isNotZero();
            assertThat(output).contains("BUILD FAILURE");
            return this;
        }

        Build succeeds() {
            assertThat(exitCode).as(output).isZero();
            return this;
        }

        /** The lines that contain one of these, with a reader's paths. */
        String lines(String... texts) {
            return project.readersPaths(output).lines().map(Builds::plain)
                    .filter(line -> Stream.of(texts).anyMatch(line::contains)).distinct()
                    .collect(Collectors.joining("\n"));
        }

        String file(String name) {
            try {
                return Files.readString(project.folder().resolve(name));
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private static String plain(String line) {
        return line.replaceAll("\\u001B\\[[0-9;]*m", "").replaceFirst("^[\\d:.]{12} ", "")
                .replaceFirst(" -> \\[Help \\d]$", "").stripTrailing();
    }

    /** The bookstore with its nine defects. */
    static MavenProject planted(String name) {
        return ownRepository(MavenProject.copy(CHAPTER + "bookstore", name));
    }

    /** The copy is in target/, which this repository ignores; and OpenRewrite leaves alone what git ignores. */
    private static MavenProject ownRepository(MavenProject project) {
        ConsoleRun run = ConsoleRun.run(List.of("git", "init", "-q"), project.folder(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return project;
    }

    /** The bookstore with all nine mended. */
    static MavenProject mended(String name) {
        MavenProject project = planted(name);
        overlay(MavenProject.copy(CHAPTER + "bookstore-fixed", name + "-files").folder(), project.folder());
        return project;
    }

    /** Makes it the bookstore as a reader copies it: the marks of regions are still in its sources. */
    static MavenProject copyByHand(MavenProject project) {
        overlay(Recording.module().resolve("bookstore/src"), project.folder().resolve("src"));
        return project;
    }

    private static void overlay(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.write(to.resolve(from.relativize(file).toString()), Files.readAllBytes(file));
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The old bookstore, on Boot 3.5. */
    static MavenProject legacy(String name) {
        return ownRepository(MavenProject.copy(CHAPTER + "legacy", name));
    }

    /** Starts a build in the background; the same key is built once. */
    static CompletableFuture<Build> start(String key, Supplier<Build> build) {
        return STARTED.computeIfAbsent(key, k -> CompletableFuture.supplyAsync(build, TWO));
    }

    /** Starts a build that goes on from another: when that has ended, it is the next one. */
    static CompletableFuture<Build> startAfter(CompletableFuture<Build> before, String key, Function<Build, Build> build) {
        return STARTED.computeIfAbsent(key, k -> before.thenApplyAsync(build, WAITING::addFirst));
    }

    /** Starts a build of several modules in the background, once, and gives one of them. */
    static CompletableFuture<Build> startTogether(String key, Supplier<Map<String, Build>> build, String module) {
        return TOGETHER.computeIfAbsent(key, k -> CompletableFuture.supplyAsync(build, TWO))
                .thenApply(modules -> modules.get(module));
    }

    /** Starts compilations in the background, once. */
    static CompletableFuture<Map<String, Javac.Result>> startCompilations(String key,
            Supplier<Map<String, Javac.Result>> compilations) {
        return COMPILATIONS.computeIfAbsent(key, k -> CompletableFuture.supplyAsync(compilations, TWO));
    }

    /** Starts what all tests need: a class calls it after its own, which then come first. */
    static void startTheRest() {
        // The longest ones first: short ones fill the gap at the end.
        green();
        LegacyTests.startOwn();
        Together.looking("spotless");
        Tool.PIT.start();
        CostTests.compiled();
        IntroduceTests.startOwn();
        FindingTests.startOwn();
        PitfallTests.startOwn();
    }

    /** The planted bookstore without a tool, and with a profile of its own that does nothing. */
    static CompletableFuture<Build> plain() {
        return start("plain", () -> timed(TakeHomeTests.withOwnProfile(planted("plain")), "verify",
                TakeHomeTests.ACTIVE_PROFILES));
    }

    /** The mended bookstore with all tools. */
    static CompletableFuture<Build> green() {
        return Together.allTools("green");
    }

    /** Runs Maven in the project's folder until it ends. */
    static Build maven(MavenProject project, String... arguments) {
        return run(project, "", arguments);
    }

    /** Like {@link #maven}, with the time of day before each line. */
    static Build timed(MavenProject project, String... arguments) {
        return run(project, " -Dorg.slf4j.simpleLogger.showDateTime=true"
                + " -Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS", arguments);
    }

    private static Build run(MavenProject project, String options, String... arguments) {
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.merge("MAVEN_OPTS", options, String::concat);
        // Also for the JVMs that Maven starts: none of them lives long, and to verify classes is much of what it does.
        environment.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
                + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote");
        return run(MavenProject.mavenCommand(arguments), project.folder(), environment,
                (output, exitCode) -> new Build(project, output, exitCode));
    }

    /** Runs a program until it ends, and makes something of its output and exit code. */
    static <T> T run(List<String> command, Path folder, Map<String, String> environment,
            BiFunction<String, Integer, T> result) {
        try (RunningProgram program = RunningProgram.start(command, folder, environment)) {
            int exitCode = program.exitCode(LIMIT).orElseThrow(() -> new AssertionError(program.output()));
            return result.apply(program.output(), exitCode);
        }
    }

    /** Waits for a build that was started. */
    static Build join(CompletableFuture<Build> build) {
        return build.join();
    }

    /** A file of the chapter's folder. */
    static String source(String file) {
        try {
            return Files.readString(Recording.module().resolve(file));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
