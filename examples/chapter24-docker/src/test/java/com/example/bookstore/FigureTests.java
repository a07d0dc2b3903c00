package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("三个阶段的图与 Dockerfile 说的一样")
class FigureTests {

    private static final Pattern TEXT = Pattern.compile("<text x=\"[\\d.]+\" y=\"([\\d.]+)\"[^>]*>([^<]+)</text>");
    private static final Pattern FROM = Pattern.compile("(?m)^FROM (\\S+)(?: AS (\\S+))?$");

    private static List<String> texts() {
        return TEXT.matcher(Store.read(Recording.module().resolve("../../static/img/chapter24-docker/stages.svg")))
                .results().sorted(Comparator.comparingDouble(text -> Double.parseDouble(text.group(1))))
                .map(text -> text.group(2)).toList();
    }

    /** The instructions of a stage, its own FROM included. */
    private static List<String> stages() {
        String dockerfile = Store.read(Recording.module().resolve("Dockerfile"));
        return Stream.of(dockerfile.split("(?m)^(?=FROM )")).filter(stage -> stage.startsWith("FROM ")).toList();
    }

    @Test
    @DisplayName("三个阶段，名字与起点")
    void stagesAndWhatTheyStartFrom() {
        List<MatchResult> from = stages().stream().map(stage -> FROM.matcher(stage).results().findFirst().orElseThrow())
                .toList();
        assertThat(from).hasSize(3);
        assertThat(from.get(0).group(1)).endsWith("-jdk");
        assertThat(texts()).contains("第一阶段 " + from.get(0).group(2) + "：留在构建机器上",
                "第二阶段 " + from.get(1).group(2), "小系统：" + from.get(1).group(1), "整个 JDK");
        assertThat(from.get(2).group(1)).as("第三阶段在第二阶段上再加").isEqualTo(from.get(1).group(2));
        assertThat(texts()).last().isEqualTo("第三阶段：再加一层 bookstore.aot");
        assertThat(stages().get(2)).contains("-XX:AOTCacheOutput=bookstore.aot", "-Dspring.context.exit=onRefresh");
    }

    @Test
    @DisplayName("第一阶段做出的两个目录，第二阶段复制的就是它们")
    void whatTheFirstStageHandsOver() {
        String build = stages().get(0);
        String plain = stages().get(1);
        assertThat(build).contains("WORKDIR /build", "RUN jlink ", "--output java", "bookstore.jar extract --layers --destination layers");
        for (String folder : List.of("/build/java", "/build/layers")) {
            assertThat(texts()).contains(folder);
            assertThat(plain).contains("COPY --from=build " + folder);
        }
        assertThat(texts()).contains("COPY --from=build", "jlink 拼出 Java", "拆开 bookstore.jar");
        assertThat(texts().indexOf("jlink 拼出 Java")).isLessThan(texts().indexOf("拆开 bookstore.jar"));
        assertThat(build.indexOf("RUN jlink")).isLessThan(build.indexOf("bookstore.jar extract"));
    }

    @Test
    @DisplayName("第二阶段的几层，从下往上就是指令的先后")
    void layersFromTheBottom() {
        Map<String, String> instructions = Map.of("小系统：debian:bookworm-slim", "FROM debian:bookworm-slim",
                "拼出来的 Java：/opt/java", "COPY --from=build /build/java /opt/java",
                "依赖：lib/", "COPY --from=build /build/layers/dependencies/",
                "自己的代码：bookstore.jar", "COPY --from=build /build/layers/application/");
        String plain = stages().get(1);
        List<String> upwards = texts().stream().filter(instructions::containsKey).toList().reversed();
        assertThat(upwards).hasSize(instructions.size());
        assertThat(upwards.stream().map(layer -> plain.indexOf(instructions.get(layer))))
                .isSorted().allMatch(at -> at >= 0);
    }
}
