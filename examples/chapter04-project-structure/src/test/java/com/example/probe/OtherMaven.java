package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;

/** A Maven of a certain version, whichever builds the book: what a reader sees depends on it. */
final class OtherMaven {

    private final Path program;

    private OtherMaven(Path program) {
        this.program = program;
    }

    /** Unpacked from the Maven repository into {@code target/maven} of the module. */
    static OtherMaven of(String version) {
        Path folder = Recording.module().resolve("target/maven");
        Path program = folder.resolve("apache-maven-" + version + "/bin").resolve(
                System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn");
        if (!Files.exists(program)) {
            ConsoleRun unpack = ConsoleRun.run(MavenProject.mavenCommand("-q", "-N",
                    "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack",
                    "-Dartifact=org.apache.maven:apache-maven:" + version + ":zip:bin", "-DoutputDirectory=" + folder),
                    Recording.module(), null, MavenProject.environment("en"));
            assertThat(unpack.exitCode()).as(unpack.output()).isZero();
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new OtherMaven(program);
    }

    ConsoleRun run(MavenProject project, String... arguments) {
        Map<String, String> environment = MavenProject.environment("en");
        List<String> command = Stream.concat(Stream.of(program.toString(), "-B"), Stream.of(arguments)).toList();
        return ConsoleRun.run(command, project.folder(), null, environment);
    }
}
