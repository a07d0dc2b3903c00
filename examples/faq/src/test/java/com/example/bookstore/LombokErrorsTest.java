package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@DisplayName("Lombok 的报错：JDK 换了，项目没有跟着换")
class LombokErrorsTest {

    @Test
    @DisplayName("Lombok 只写成了依赖")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "JDK 22 为止，javac 还会运行类路径上的处理器")
    void notRun() throws IOException {
        MavenProject project = MavenProject.copy("faq/lombok", "lombok-not-run");
        String pom = Files.readString(project.folder().resolve("pom.xml"));
        project.edit("pom.xml", pom.substring(pom.indexOf("  <build>"), pom.indexOf("</project>")), "");
        check("lombok-not-run.txt", project, "cannot find symbol|symbol:");
        compiles(MavenProject.copy("faq/lombok", "lombok"));
    }

    @Test
    @DisplayName("Lombok 比 JDK 旧")
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "JDK 21 上，这个 Lombok 还能用")
    void tooOld() {
        String old = "<lombok.version>1.18.30</lombok.version>";
        MavenProject project = MavenProject.copy("faq/lombok", "lombok-too-old")
                .edit("pom.xml", "<java.version>21</java.version>", "<java.version>21</java.version>" + old);
        check("lombok-too-old.txt", project, "TypeTag");
        compiles(project.edit("pom.xml", old, ""));
    }

    private static void compiles(MavenProject project) {
        ConsoleRun run = project.maven("en", "-q", "compile");
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    /** Records the error lines that contain a pattern, each once; Maven says most of them twice. */
    private static void check(String recorded, MavenProject project, String pattern) {
        ConsoleRun run = project.maven("en", "compile");
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        Recording.check(recorded, project.errors(run).lines()
                .filter(line -> line.matches(".*(" + pattern + ").*"))
                // Which plugin of which version failed is of no use to a reader.
                .map(line -> line.replaceFirst("Failed to execute goal .*: (?=Fatal error)", ""))
                .distinct().collect(Collectors.joining("\n")));
    }
}
