package com.example.upgrade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.opentest4j.TestAbortedException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A station of the journey: the bookstore on one version, copied and built by Maven as a reader builds it.
 * Each is built once for all tests, two at a time.
 */
final class Station {

    private static final Duration LIMIT = Duration.ofMinutes(10);
    static final String DEPENDENCY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:";
    private static final ExecutorService TWO = Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
    private static final Map<String, Future<Station>> BUILT = new HashMap<>();

    final MavenProject project;
    final String console;
    /** Name of each test that ran, with the first line of its failure, or an empty text. */
    final Map<String, String> tests;

    private Station(MavenProject project, String console, Map<String, String> tests) {
        this.project = project;
        this.console = console;
        this.tests = tests;
    }

    /**
     * Starts what is needed anyway, so that two are built while the first test waits for one. Where {@code -Dtest} names
     * other tests, the rest is built when it is asked for.
     */
    static synchronized void prepare() {
        later("boot35");
        later("boot41");
        // One long program: not the last, when nothing is left to run beside it.
        RewriteTests.start(TWO);
        if (chosen("ToBoot3Tests", "ToBoot4Tests")) {
            later("boot35-undone");
            later("boot41-undone");
        }
        if (chosen("Boot27Tests", "ToBoot4Tests") && Jdks.find("17").isPresent()) {
            later("boot27");
        }
    }

    private static boolean chosen(String... classes) {
        String chosen = System.getProperty("test", "");
        return chosen.isEmpty() || Stream.of(classes).anyMatch(chosen::contains);
    }

    static Station boot27() {
        Jdks.jdk17();
        return get("boot27");
    }

    static Station boot35() {
        return get("boot35");
    }

    static Station boot41() {
        return get("boot41");
    }

    /** The station of 3.5 without what its start and its answers need. */
    static Station boot35Undone() {
        return get("boot35-undone");
    }

    /** The station of 4.1 without what its start and its answers need. */
    static Station boot41Undone() {
        return get("boot41-undone");
    }

    private static Future<Station> later(String name) {
        return BUILT.computeIfAbsent(name, key -> TWO.submit(() -> switch (key) {
            case "boot27" -> green(key, Jdks.jdk17());
            case "boot35-undone" -> undone("boot35", ToBoot3Tests::undo);
            case "boot41-undone" -> undone("boot41", ToBoot4Tests::undo);
            default -> green(key, Path.of(System.getProperty("java.home")));
        }));
    }

    private static Station get(String name) {
        prepare();
        Future<Station> built;
        synchronized (Station.class) {
            built = later(name);
        }
        try {
            return built.get();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
        catch (ExecutionException ex) {
            if (ex.getCause() instanceof TestAbortedException aborted) {
                throw aborted;
            }
            throw new IllegalStateException(name + " 没有建成：" + ex.getCause().getMessage(), ex.getCause());
        }
    }

    private static Station green(String name, Path jdk) throws Exception {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/" + name, name);
        return build(project, jdk, "test", DEPENDENCY + "build-classpath", "-Dmdep.outputFile=target/classpath.txt");
    }

    private static Station undone(String name, Consumer<MavenProject> undo) throws Exception {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/" + name, name + "-undone");
        undo.accept(project);
        return build(project, Path.of(System.getProperty("java.home")), "test", "-Dmaven.test.failure.ignore=true");
    }

    private static Station build(MavenProject project, Path jdk, String... goals) throws Exception {
        String console = maven(project, jdk, goals);
        return new Station(project, console, tests(project.folder().resolve("target/surefire-reports")));
    }

    /** Runs Maven in a project; {@code -DargLine} keeps the test JVM, which is short-lived, from optimizing. */
    static String maven(MavenProject project, Path jdk, String... goals) {
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("JAVA_HOME", jdk.toString());
        environment.computeIfPresent("MAVEN_OPTS", (name, options) -> options + " -XX:+UseSerialGC");
        String[] arguments = Stream.concat(Stream.of(goals), Stream.of(
                "-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dfile.encoding=UTF-8 -Duser.language=en"))
                .toArray(String[]::new);
        try (RunningProgram maven = RunningProgram.start(MavenProject.mavenCommand(arguments), project.folder(),
                environment)) {
            int exit = maven.exitCode(LIMIT).orElseThrow(() -> new IllegalStateException(
                    "Maven 没有在 " + LIMIT.toMinutes() + " 分钟内结束：\n" + maven.tail(40)));
            if (exit != 0 && !List.of(goals).contains("validate")) {
                throw new IllegalStateException("Maven 失败：\n" + maven.tail(60));
            }
            return maven.output();
        }
    }

    private static Map<String, String> tests(Path reports) throws Exception {
        Map<String, String> results = new TreeMap<>();
        try (Stream<Path> files = Files.list(reports)) {
            for (Path report : files.filter(file -> file.toString().endsWith(".xml")).toList()) {
                NodeList cases = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                        .parse(report.toFile()).getElementsByTagName("testcase");
                for (int i = 0; i < cases.getLength(); i++) {
                    Element test = (Element) cases.item(i);
                    String name = test.getAttribute("classname").replaceAll(".*\\.", "") + "." + test.getAttribute("name");
                    results.put(name, failure(test, "failure") + failure(test, "error"));
                }
            }
        }
        return results;
    }

    private static String failure(Element test, String kind) {
        NodeList found = test.getElementsByTagName(kind);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }

    /** Only the tests that failed, in the order of their names. */
    Map<String, String> failures() {
        Map<String, String> failed = new LinkedHashMap<>();
        tests.forEach((name, failure) -> {
            if (!failure.isEmpty()) {
                failed.put(name, failure);
            }
        });
        return failed;
    }

    /** The class path that Maven built with, without the project's own classes. */
    List<Path> libraries() {
        return libraries(project);
    }

    /** The class path that {@code build-classpath} wrote for a project. */
    static List<Path> libraries(MavenProject project) {
        try {
            String path = Files.readString(project.folder().resolve("target/classpath.txt")).strip();
            return Stream.of(path.split(java.io.File.pathSeparator)).map(Path::of).toList();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static Path source(String station) {
        return Recording.module().resolve("stations").resolve(station);
    }
}
