package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import com.example.bookstore.FreeShipping;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("图与构建一致")
class FigureTests {

    private static final String PHASES = "../../static/img/chapter27-code-quality/phases.svg";
    private static final String BOUNDARY = "../../static/img/chapter27-code-quality/boundary.svg";

    @Test
    @DisplayName("图上从左到右、从上到下的顺序，就是构建里的顺序")
    void stepsInTheOrderOfTheBuild() {
        Build build = Builds.join(Builds.green()).succeeds();
        String output = build.output();
        List<Integer> places = Pattern.compile("data-step=\"(\\w+)\"").matcher(Builds.source(PHASES)).results()
                .map(step -> place(output, step.group(1))).toList();
        assertThat(places).hasSize(8).isSorted();
    }

    /** Where a step's last goal begins. */
    private static int place(String output, String step) {
        Matcher matcher = Pattern.compile("--- \\S*" + step + "\\S*:(check|compile|test|mutationCoverage|dryRunNoFork) ")
                .matcher(output);
        assertThat(matcher.find()).as(step).isTrue();
        return matcher.start();
    }

    @Test
    @DisplayName("图上有九件工具")
    void allToolsAreDrawn() {
        String figure = Builds.source(PHASES);
        for (Tool tool : Tool.values()) {
            assertThat(figure).contains(">" + tool.label + "<");
        }
    }

    private record Point(int x, String colour, int yuan) {
    }

    @Test
    @DisplayName("数轴上：绿点是书店的测试用的钱数，红圈是 > 与 >= 答案不同的钱数，远近按比例")
    void testsAndErrorStandWhereTheyAreDrawn() {
        List<Point> points = Pattern.compile("<circle cx=\"(\\d+)\"[^>]*?(#2f7d4f|#b4432c)[^>]*/>\\s*"
                + "<text x=\"\\1\"[^>]*>(\\d+) 元</text>").matcher(Builds.source(BOUNDARY)).results()
                .map(point -> new Point(Integer.parseInt(point.group(1)), point.group(2), Integer.parseInt(point.group(3))))
                .toList();
        assertThat(points).hasSize(3);
        String test = Builds.source("bookstore/src/test/java/com/example/bookstore/BookstoreTests.java");
        List<Integer> tested = Pattern.compile("FreeShipping\\.appliesTo\\(new BigDecimal\\(\"(\\d+)\\.00\"\\)\\)")
                .matcher(test).results().map(call -> Integer.valueOf(call.group(1))).sorted().toList();
        assertThat(yuan(points, "#2f7d4f")).isEqualTo(tested);
        assertThat(yuan(points, "#b4432c")).isEqualTo(IntStream.rangeClosed(0, 200).boxed()
                .filter(yuan -> FreeShipping.appliesTo(BigDecimal.valueOf(yuan)) != yuan >= 99).toList());
        double pixels = (points.get(1).x() - points.get(0).x()) / (double) (points.get(1).yuan() - points.get(0).yuan());
        assertThat(points).allSatisfy(point -> assertThat((double) point.x()).isCloseTo(
                points.get(0).x() + (point.yuan() - points.get(0).yuan()) * pixels, within(1.0)));
    }

    private static List<Integer> yuan(List<Point> points, String colour) {
        return points.stream().filter(point -> point.colour().equals(colour)).map(Point::yuan).sorted().toList();
    }
}
