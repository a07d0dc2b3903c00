package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OpenRewrite 把 Boot 3.5 的项目改到 4.0")
class LegacyTests {

    private static final Map<String, List<String>> BEFORE = new TreeMap<>();
    private static final Map<String, List<String>> CHANGED = new LinkedHashMap<>();

    @BeforeAll
    static void start() {
        startOwn();
        Builds.startTheRest();
    }

    static void startOwn() {
        before();
        upgraded();
    }

    /** The tests on 3.5, and the recipe after them. */
    private static CompletableFuture<Build> before() {
        return Builds.start("legacy", () -> {
            MavenProject project = Builds.legacy("legacy");
            BEFORE.putAll(read(project));
            return Builds.maven(project, "test", "rewrite:run");
        });
    }

    private static CompletableFuture<Build> upgraded() {
        return Builds.startAfter(before(), "upgraded", old -> {
            MavenProject project = old.succeeds().project();
            Map<String, List<String>> after = read(project);
            assertThat(after).as("没有多出、也没有少掉文件").containsOnlyKeys(BEFORE.keySet());
            after.forEach((file, lines) -> {
                if (lines.equals(BEFORE.get(file))) {
                    return;
                }
                List<String> difference = new ArrayList<>();
                BEFORE.get(file).stream().filter(line -> !lines.contains(line)).forEach(line -> difference.add("-" + line));
                lines.stream().filter(line -> !BEFORE.get(file).contains(line)).forEach(line -> difference.add("+" + line));
                CHANGED.put(file, difference);
            });
            return Builds.maven(project, "test");
        });
    }

    private static Map<String, List<String>> read(MavenProject project) {
        Map<String, List<String>> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(project.folder())) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                String name = project.folder().relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("target/")) {
                    files.put(name, Files.readAllLines(file));
                }
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return files;
    }

    @Test
    @DisplayName("改之前，在 Boot 3.5 上，测试是通过的")
    void greenBefore() {
        Build build = Builds.join(before()).succeeds();
        assertThat(build.output()).contains("Tests run: 1, Failures: 0").containsPattern(":: Spring Boot :: +\\(v3\\.5\\.");
    }

    @Test
    @DisplayName("整个项目里改了四个文件，没有多出也没有少掉文件")
    void whatIsRewritten() {
        Builds.join(upgraded());
        assertThat(CHANGED).hasSize(4);
        StringBuilder text = new StringBuilder();
        CHANGED.forEach((file, lines) -> {
            text.append(file.replaceFirst(".*/", "")).append('\n');
            lines.forEach(line -> text.append(line).append('\n'));
        });
        assertThat(text).contains("+import tools.jackson.databind.ObjectMapper;", "MockitoBean", "spring.web.error");
        // The recipe asks for the newest 4.0.
        Recording.check("upgrade.txt", text.toString().replaceAll("<version>4\\.0\\.\\d+<", "<version>4.0.x<"));
    }

    @Test
    @DisplayName("剩下的：JSON 的字段换了顺序，测试失败")
    void whatIsLeft() {
        Build build = Builds.join(upgraded()).fails();
        assertThat(build.output()).doesNotContain("COMPILATION ERROR").contains("Tests run: 1, Failures: 1");
        Recording.check("upgrade-left.txt", build.lines("AssertionError: Response content"));
    }
}
