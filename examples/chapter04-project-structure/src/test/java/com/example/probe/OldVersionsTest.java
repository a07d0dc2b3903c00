package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The old versions are run, not remembered: one source, three POMs. */
@DisplayName("同一份代码，在 Boot 2.7、3.5 与 4.1 上")
class OldVersionsTest {

    private static MavenProject project;

    @BeforeAll
    static void copy() {
        project = MavenProject.copy("chapter04-project-structure/old-versions", "old-versions");
    }

    private static String packaged(String version) {
        ConsoleRun run = project.maven("en", "-q", "-f", "pom-" + version + ".xml", "clean", "package");
        assertThat(run.exitCode()).as(run.output()).isZero();
        return "target/" + version + "/bookstore-1.0.0.jar";
    }

    @Test
    @DisplayName("两边都有 @Async 的字段环，开关打开：2.7 启动失败；3.5 与 4.1 起得来，一边的 @Async 不换线程")
    void aCircleOfTwoAsyncBeans() {
        ConsoleRun old = project.java(Map.of(), "-jar", packaged("27"));
        assertThat(old.exitCode()).isEqualTo(1);
        assertThat(old.output()).contains("(v2.7.18)", "BeanCurrentlyInCreationException", "in its raw version");
        for (String version : List.of("35", "41")) {
            ConsoleRun run = project.java(Map.of(), "-jar", packaged(version));
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output().lines().filter(line -> line.matches("(inventory|orders) on .*"))
                    .map(line -> line.replaceFirst(".* on ", "").replaceAll("\\d+$", "")))
                    .as(run.output()).containsExactlyInAnyOrder("main", "task-");
            assertThat(run.output()).doesNotContain(" WARN ", " ERROR ");
            assertThat(run.output().lines().filter(line -> line.contains("skipping it in mainline thread"))).hasSize(1);
        }
    }

    @Test
    @DisplayName("optional 的依赖：3.5 默认打进 jar，可以关掉；4.1 默认不打，可以打开")
    void optionalDependencies() throws IOException {
        assertThat(libraries(packaged("35"))).anyMatch(name -> name.contains("/h2-"));
        assertThat(libraries(packaged("41"))).isNotEmpty().noneMatch(name -> name.contains("/h2-"));
        assertThat(libraries(packaged(includeOptional("35", false)))).isNotEmpty().noneMatch(name -> name.contains("/h2-"));
        assertThat(libraries(packaged(includeOptional("41", true)))).anyMatch(name -> name.contains("/h2-"));
    }

    private static String includeOptional(String version, boolean included) {
        String plugin = "        <artifactId>spring-boot-maven-plugin</artifactId>\n";
        project.edit("pom-" + version + ".xml", plugin, plugin + """
                        <configuration>
                          <includeOptional>%s</includeOptional>
                        </configuration>
                """.formatted(included));
        return version;
    }

    private static List<String> libraries(String jar) throws IOException {
        try (ZipFile file = new ZipFile(project.folder().resolve(jar).toFile())) {
            return file.stream().map(entry -> entry.getName()).filter(name -> name.startsWith("BOOT-INF/lib/")).toList();
        }
    }
}
