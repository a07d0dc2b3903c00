package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("镜像小一半")
class DockerfileTest {

    private List<String> all;
    /** The instructions of the image that is left in the end. */
    private List<String> last;

    @BeforeEach
    void read() throws IOException {
        try (InputStream file = DockerfileTest.class.getResourceAsStream("/Dockerfile")) {
            assertThat(file).as("src/main/resources/Dockerfile").isNotNull();
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\\\\\\h*\\R", " ");
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
        assertThat(base(all)).as("最后一个阶段的基础镜像").matches(RUNTIME);
        assertThat(last).noneMatch(line -> line.matches("(?i)(RUN|COPY) .*jdk.*"));
    }

    /** A name that FROM may use, and what it stands for. */
    private static final Pattern ARGUMENT = Pattern.compile("(?i)ARG\\s+(\\w+)=[\"']?([^\"'\\s]+)[\"']?");

    /** {@code $NAME}, {@code ${NAME}} or {@code ${NAME:-otherwise}}, anywhere in a word. */
    private static final Pattern REFERENCE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)(?::-([^}]*))?})");

    /** eclipse-temurin:25 without more is a JDK. */
    private static final String RUNTIME = "(?i).*(jre|distroless/java|openjdk-\\d+-runtime).*";

    @ParameterizedTest(name = "{0}：{1}")
    @DisplayName("判分认得出哪些基础镜像带着编译器")
    @CsvSource({"FROM eclipse-temurin:25-jre, true", "FROM --platform=linux/amd64 eclipse-temurin:25-jre AS last, true",
            "FROM gcr.io/distroless/java25-debian13, true", "FROM eclipse-temurin:25, false",
            "FROM eclipse-temurin:25-jdk, false", "FROM openjdk:25, false", "FROM maven:3-eclipse-temurin-25, false",
            "FROM eclipse-temurin:25 AS java;FROM java, false",
            "FROM eclipse-temurin:25-jre AS java;FROM java AS last, true", "FROM ubi9/openjdk-25-runtime, true",
            "ARG BASE=eclipse-temurin:25-jre;FROM ${BASE}, true", "ARG JRE=eclipse-temurin:25-jdk;FROM $JRE, false",
            "ARG TAG=25-jre;FROM eclipse-temurin:${TAG}, true", "ARG JRE_TAG=25-jdk;FROM eclipse-temurin:$JRE_TAG, false",
            "ARG TAG=25-jre;ARG BASE=eclipse-temurin:$TAG;FROM $BASE AS last, true", "FROM eclipse-temurin:${JRE:-25-jdk}, false",
            "FROM eclipse-temurin:${TAG:-25-jre}, true", "ARG JRE;FROM eclipse-temurin:$JRE, false",
            "ARG TAG=25-jre;FROM maven:3 AS build;ARG TAG=25;FROM eclipse-temurin:$TAG, true"})
    void grading(String dockerfile, boolean runtime) {
        assertThat(base(List.of(dockerfile.split(";"))).matches(RUNTIME)).isEqualTo(runtime);
    }

    /** The image that the last stage begins with; a stage may begin with another one's name. */
    private static String base(List<String> lines) {
        Map<String, String> arguments = new HashMap<>();
        Map<String, String> stages = new HashMap<>();
        String base = "";
        for (String line : lines) {
            Matcher argument = ARGUMENT.matcher(line);
            // FROM knows only what stands before the first FROM.
            if (base.isEmpty() && argument.matches()) {
                arguments.put(argument.group(1), resolved(argument.group(2), arguments));
            }
            if (line.toUpperCase().startsWith("FROM ")) {
                List<String> words = Stream.of(line.split("\\s+")).skip(1)
                        .filter(word -> !word.startsWith("--")).toList();
                String image = resolved(words.getFirst(), arguments);
                base = stages.getOrDefault(image, image);
                stages.put(words.getLast(), base);
            }
        }
        return base;
    }

    private static String resolved(String word, Map<String, String> arguments) {
        return REFERENCE.matcher(word).replaceAll(reference -> {
            String name = reference.group(1) != null ? reference.group(1) : reference.group(2);
            String otherwise = reference.group(3) != null ? reference.group(3) : "";
            return Matcher.quoteReplacement(arguments.getOrDefault(name, otherwise));
        });
    }

    @Test
    @DisplayName("同一份文件没有写两遍")
    void nothingTwice() {
        assertThat(last).noneMatch(line -> line.matches("(?i)RUN .*\\bch(own|mod)\\b.*"));
        assertThat(last).noneMatch(line -> line.matches("(?i)RUN .*\\brm\\b.*"));
        assertThat(last).noneMatch(line -> line.matches("(?i)(RUN .*jarmode=tools|COPY (?!.*--from=).*bookstore\\.jar).*"));
    }

    @Test
    @DisplayName("依赖与自己的代码不在一层，依赖在前")
    void dependenciesFirst() {
        assertThat(inOrder(last)).isTrue();
    }

    /** With {@code extract --layers} they are called dependencies and application, without it lib and bookstore.jar. */
    private static boolean inOrder(List<String> lines) {
        List<String> copies = lines.stream().filter(line -> line.matches("(?i)COPY .*--from=.*")).toList();
        int dependencies = first(copies, ".*/(dependencies|lib)/? .*");
        int own = first(copies, ".*/(application/?|bookstore\\.jar) .*");
        return dependencies >= 0 && dependencies < own;
    }

    private static int first(List<String> lines, String pattern) {
        return IntStream.range(0, lines.size()).filter(i -> lines.get(i).matches(pattern)).findFirst().orElse(-1);
    }

    @ParameterizedTest(name = "{1}：{0}")
    @DisplayName("判分认得出依赖与自己的代码：--layers 拆的，不加它拆的，后面又放了别的")
    @CsvSource({"COPY --from=a /b/layers/dependencies/ ./;COPY --from=a /b/layers/application/ ./, true",
            "COPY --from=a /b/spring-boot-loader/ ./;COPY --from=a /b/dependencies ./;COPY --from=a /b/application ./, true",
            "COPY --from=a /b/extracted/lib/ lib/;COPY --chown=1 --from=a /b/extracted/bookstore.jar ./;COPY --from=a /start.sh ./, true",
            "COPY --from=a /b/layers/application/ ./;COPY --from=a /b/layers/dependencies/ ./, false",
            "COPY --from=a /b/extracted/bookstore.jar ./;COPY --from=a /b/extracted/lib ./lib, false",
            "COPY --from=a /b/layers/ ./, false", "COPY --from=a /b/extracted/ ./, false", "COPY --from=a /b/bookstore.jar ./, false"})
    void gradingOfLayers(String dockerfile, boolean inOrder) {
        assertThat(inOrder(List.of(dockerfile.split(";")))).isEqualTo(inOrder);
    }

    @Test
    @DisplayName("仍然不是 root，仍然有健康检查，仍然由 java 做 1 号进程")
    void keepsTheRest() {
        assertThat(argumentOfLast("USER")).as("最后一个 USER").isNotEmpty().doesNotMatch("(root|0)(:.*)?");
        assertThat(argumentOfLast("HEALTHCHECK")).as("最后一个 HEALTHCHECK").isNotEmpty().isNotEqualToIgnoringCase("NONE");
        assertThat(argumentOfLast("ENTRYPOINT")).as("最后一个 ENTRYPOINT").matches("\\[\\s*\"(/[^\"]*/)?java\".*");
    }

    /** The last of an instruction is the one that counts. */
    private String argumentOfLast(String instruction) {
        return last.stream().filter(line -> line.toUpperCase().startsWith(instruction + " "))
                .reduce((before, after) -> after).map(line -> line.substring(instruction.length()).strip()).orElse("");
    }
}
