package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One class on the version of today and on a milestone of the next. */
class TomorrowTests {

    private static List<Javac.Message> today;
    private static List<Javac.Message> next;

    @BeforeAll
    static void compile() throws Exception {
        MavenProject project = MavenProject.copy("chapter32-next-steps/failures/next", "next");
        Station.maven(project, Path.of(System.getProperty("java.home")),
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-Dmdep.outputFile=target/classpath.txt");
        List<Path> libraries = Stream.of(Files.readString(project.folder().resolve("target/classpath.txt")).strip()
                .split(java.io.File.pathSeparator)).map(Path::of).toList();
        today = Javac.compile(project.folder(), Station.boot41().libraries(), UnaryOperator.identity(),
                "--release", "17", "-Xlint:removal,deprecation");
        next = Javac.compile(project.folder(), libraries, UnaryOperator.identity(),
                "--release", "17", "-Xlint:removal,deprecation");
    }

    @Test
    void todayItCompilesWithAWarning() {
        assertThat(Javac.errors(today)).isEmpty();
        assertThat(today).anyMatch(message -> message.text().contains("EnvironmentPostProcessor"));
        Recording.check("today.txt", Javac.list(today));
    }

    @Test
    void tomorrowItDoesNot() {
        assertThat(Javac.errors(next)).anyMatch(message -> message.text().contains("EnvironmentPostProcessor"));
        Recording.check("tomorrow.txt", Javac.list(next));
    }
}
