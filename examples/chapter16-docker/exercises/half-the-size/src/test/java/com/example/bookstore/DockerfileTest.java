package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("镜像小一半")
class DockerfileTest {

    private List<String> all;
    /** The instructions of the image that is left in the end. */
    private List<String> last;

    @BeforeEach
    void read() throws IOException {
        try (InputStream file = DockerfileTest.class.getResourceAsStream("/Dockerfile")) {
            assertThat(file).as("src/main/resources/Dockerfile").isNotNull();
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\\\\\\R", " ");
            all = text.lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
        }
        last = new ArrayList<>();
        for (String line : all) {
            if (line.toUpperCase().startsWith("FROM ")) {
                last.clear();
            }
            last.add(line);
        }
    }

    @Test
    @DisplayName("最后的镜像里没有编译器")
    void runtimeOnly() {
        assertThat(last.getFirst()).doesNotContain("-jdk");
    }

    @Test
    @DisplayName("同一份文件没有写两遍")
    void nothingTwice() {
        assertThat(last).noneMatch(line -> line.matches("(?i)RUN .*\\bch(own|mod)\\b.*"));
        assertThat(last).noneMatch(line -> line.matches("(?i)RUN .*\\brm\\b.*"));
        assertThat(last).noneMatch(line -> line.matches("(?i)(RUN .*jarmode=tools|COPY (?!--from).*bookstore\\.jar).*"));
    }

    @Test
    @DisplayName("依赖与自己的代码不在一层，依赖在前")
    void dependenciesFirst() {
        List<String> copies = last.stream().filter(line -> line.matches("(?i)COPY .*--from=.*")).toList();
        assertThat(copies).hasSizeGreaterThanOrEqualTo(2);
        assertThat(copies.getFirst()).contains("dependencies");
        assertThat(copies.getLast()).contains("application");
    }

    @Test
    @DisplayName("仍然不是 root，仍然有健康检查，仍然由 java 做 1 号进程")
    void keepsTheRest() {
        assertThat(last).anyMatch(line -> line.matches("(?i)USER (?!root|0).+"));
        assertThat(last).anyMatch(line -> line.startsWith("HEALTHCHECK "));
        assertThat(last).anyMatch(line -> line.replace(" ", "").startsWith("ENTRYPOINT[\"java\""));
    }
}
