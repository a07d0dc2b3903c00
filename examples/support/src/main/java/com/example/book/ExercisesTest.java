package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Grades the chapter's exercises with the command the reader types: the starter must compile and fail
 * its tests, the solution must pass them all. Runs in every chapter module.
 */
class ExercisesTest {

    /** A grading run lives for seconds: the optimizing compiler would cost more than it gives back. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    /** Sums of the surefire reports of one run. */
    record Counts(int tests, int failed, int skipped) {

        /** Counts elements: for a {@code @ParameterizedClass} surefire writes {@code tests="0"} in the suite. */
        static Counts of(Path report) {
            Document xml = parse(report);
            return new Counts(number(xml, "testcase"), number(xml, "failure") + number(xml, "error"),
                    number(xml, "skipped"));
        }

        private static int number(Document xml, String element) {
            return xml.getElementsByTagName(element).getLength();
        }

        Counts plus(Counts other) {
            return new Counts(tests + other.tests, failed + other.failed, skipped + other.skipped);
        }
    }

    @TestFactory
    Stream<DynamicTest> exercises() throws IOException {
        Path folder = Recording.module().resolve("exercises");
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        List<Path> exercises;
        try (Stream<Path> entries = Files.list(folder)) {
            exercises = entries.filter(entry -> Files.exists(entry.resolve("pom.xml"))).sorted().toList();
        }
        assertThat(exercises).as("exercises/ 存在却没有带 pom.xml 的练习").isNotEmpty();
        return exercises.stream().flatMap(exercise -> Stream.of(
                DynamicTest.dynamicTest(exercise.getFileName() + "：未完成的 starter 判为不通过", () -> starterFails(exercise)),
                DynamicTest.dynamicTest(exercise.getFileName() + "：solution 通过", () -> solutionPasses(exercise))));
    }

    /** The services that the exercise's POM says it needs: {@code <book.services>RABBITMQ</book.services>}. */
    static List<Service> services(Path pom) {
        NodeList named = parse(pom).getElementsByTagName("book.services");
        return named.getLength() == 0 ? List.of()
                : Stream.of(named.item(0).getTextContent().trim().split("[,\\s]+")).map(Service::valueOf).toList();
    }

    private static Document parse(Path file) {
        try {
            return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
        }
        catch (IOException | ParserConfigurationException | SAXException ex) {
            throw new IllegalStateException("读不懂 " + file, ex);
        }
    }

    private static void starterFails(Path exercise) throws IOException {
        Grade grade = grade(exercise, "starter");
        assertThat(grade.counts().tests()).as("starter 必须能编译并跑到测试：\n" + grade.console()).isPositive();
        assertThat(grade.counts().failed()).as("starter 竟然通过了，练习没有判分作用").isPositive();
    }

    private static void solutionPasses(Path exercise) throws IOException {
        Grade grade = grade(exercise, "solution");
        assertThat(grade.counts().tests()).as(grade.console()).isPositive();
        assertThat(grade.counts().failed() + grade.counts().skipped())
                .as("solution 没有全部通过：\n" + grade.console()).isZero();
    }

    private record Grade(Counts counts, String console) {
    }

    private static Grade grade(Path exercise, String variant) throws IOException {
        Service.missing(services(exercise.resolve("pom.xml"))).ifPresent(reason -> {
            throw Missing.part(reason);
        });
        Path reports = exercise.resolve("target").resolve(variant).resolve("surefire-reports");
        deleteReports(reports);
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        Path maven = Path.of(System.getProperty("book.maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
        ConsoleRun run = ConsoleRun.run(new ArrayList<>(List.of(maven.toString(), "-B", "-q",
                "-Dspring-boot.version=" + System.getProperty("book.spring-boot.version"),
                "-Dvariant=" + variant, "-DargLine=" + SHORT_LIVED, "test")), exercise, null,
                Map.of("JAVA_HOME", System.getProperty("java.home"), "MAVEN_OPTS",
                        System.getenv().getOrDefault("MAVEN_OPTS", "") + " " + SHORT_LIVED));
        return new Grade(count(reports), run.output());
    }

    private static void deleteReports(Path reports) throws IOException {
        if (Files.isDirectory(reports)) {
            try (Stream<Path> files = Files.list(reports)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static Counts count(Path reports) throws IOException {
        if (!Files.isDirectory(reports)) {
            return new Counts(0, 0, 0);
        }
        try (Stream<Path> files = Files.list(reports)) {
            return files.filter(path -> path.toString().endsWith(".xml")).map(Counts::of)
                    .reduce(new Counts(0, 0, 0), Counts::plus);
        }
    }
}
