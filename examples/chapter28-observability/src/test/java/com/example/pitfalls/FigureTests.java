package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.testing.Monitoring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of the page against the rules, what they do, and what was recorded. */
class FigureTests {

    /** A bar of a picture: where it begins, how long it is, what stands on it. */
    private record Bar(int x, int width, String fill, String text) {

        int end() {
            return x + width;
        }
    }

    private static final String RED = "#fbe3dd";

    @TempDir
    Path folder;

    private static String picture(String name) throws IOException {
        return Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter28-observability").resolve(name));
    }

    private static String output(String name) throws IOException {
        return Files.readString(Recording.module().resolve("output").resolve(name));
    }

    private static List<Bar> bars(String picture, String end) {
        return Pattern.compile("<rect x=\"(\\d+)\" y=\"\\d+\" width=\"(\\d+)\" height=\"" + end
                + "\" rx=\"6\" fill=\"(#\\w+)\"[^>]*/>\\s*<text [^>]*>([^<]*)</text>").matcher(picture).results()
                .map(bar -> new Bar(Integer.parseInt(bar.group(1)), Integer.parseInt(bar.group(2)), bar.group(3),
                        bar.group(4))).toList();
    }

    /** A pixel is a second: the curve of the picture, asked by the rule's own times on promtool's clock. */
    @Test
    @RequiresProgram("promtool")
    void theLifeOfAnAlertIsAsLongAsItIsDrawn() throws Exception {
        String picture = picture("alert-life.svg");
        List<Bar> states = bars(picture, "38");
        assertThat(states).extracting(Bar::text).containsExactly("没有", "等着", "在响", "没有");
        MatchResult curve = Pattern.compile("M(\\d+) 96 H(\\d+) V60 H(\\d+) V96 H(\\d+)").matcher(picture).results()
                .findFirst().orElseThrow();
        int start = Integer.parseInt(curve.group(1));
        int slow = Integer.parseInt(curve.group(2));
        int fast = Integer.parseInt(curve.group(3));
        int end = Integer.parseInt(curve.group(4)) / 10 * 10;
        assertThat(states.get(1).x()).isEqualTo(slow);

        String rule = Monitoring.file("alerts.yml").replaceFirst("(?s)(alert: OrdersSlow\\s+expr: ).*?(\\) > 0\\.5)",
                "$1|\n          (p95$2");
        assertThat(rule).contains("(p95) > 0.5");
        Files.writeString(folder.resolve("alerts.yml"), rule);
        String values = IntStream.iterate(start, x -> x <= end, x -> x + 10)
                .mapToObj(x -> x >= slow && x < fast ? "0.9" : "0.1").collect(Collectors.joining(" "));
        String questions = IntStream.iterate(start, x -> x <= end, x -> x + 10)
                .mapToObj(x -> "      - {eval_time: " + (x - start) + "s, alertname: OrdersSlow, exp_alerts: []}\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("test.yml"), "rule_files: [alerts.yml]\nevaluation_interval: 10s\ntests:\n"
                + "  - interval: 10s\n    input_series:\n      - {series: p95, values: " + values + "}\n"
                + "    alert_rule_test:\n" + questions);
        String said = ConsoleRun.run(List.of("promtool", "test", "rules", "test.yml"), folder, null, Map.of()).output();
        TreeSet<Integer> firing = Pattern.compile("alertname: OrdersSlow, time: (?:(\\d+)m)?(?:(\\d+)s)?,").matcher(said)
                .results().map(at -> start + 60 * number(at.group(1)) + number(at.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(firing).as(said).isEqualTo(IntStream.iterate(states.get(2).x(), x -> x < states.get(2).end(),
                x -> x + 10).boxed().collect(Collectors.toCollection(TreeSet::new)));
        assertThat(Pattern.compile("<circle cx=\"(\\d+)\"").matcher(picture).results().map(at -> number(at.group(1))))
                .as("两条通知").containsExactly(states.get(2).x(), states.get(2).end());
        assertThat(picture).contains(">for<", ">1 分钟<", ">keep_firing_for<", ">2 分钟<", ">0.5 秒<");
        assertThat(output("alert.txt").lines().map(line -> line.split(" ")[0])).containsExactlyElementsOf(
                Pattern.compile(">(firing|resolved)<").matcher(picture).results().map(at -> at.group(1)).toList());
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    @Test
    void thePathShowsWhatWasRecorded() throws Exception {
        String picture = picture("path.svg");
        // Metrics: red is what takes longer than half a second.
        List<MatchResult> places = Pattern.compile(">((?:GET|POST) /[^<]*)</text>\\s*"
                + "<rect [^>]*height=\"18\" [^>]*fill=\"(#\\w+)\"").matcher(picture).results().toList();
        assertThat(places).hasSize(2).allSatisfy(place -> assertThat(output("where.txt").lines()
                .filter(line -> line.startsWith("orders  " + place.group(1) + " "))).singleElement().asString()
                .endsWith(place.group(2).equals(RED) ? "超过 0.5 秒" : "不到 0.5 秒"));
        assertThat(places.stream().map(place -> place.group(2).equals(RED))).containsExactly(false, true);
        // Trace: each span inside the one before; red is the one with most time of its own.
        List<Bar> spans = bars(picture, "20");
        assertThat(spans).extracting(Bar::text)
                .containsExactly("POST /orders", "orders → warehouse", "PUT …/reservations", "count shelf");
        List<String> recorded = output("why.txt").lines().toList();
        assertThat(recorded).hasSameSizeAs(spans);
        assertThat(recorded.get(0)).startsWith("orders  SERVER").contains("post /orders");
        assertThat(recorded.get(1)).startsWith("  orders  CLIENT");
        assertThat(recorded.get(2)).startsWith("    warehouse  SERVER").contains("put ").contains("/reservations");
        assertThat(recorded.get(3)).startsWith("      warehouse  INTERNAL").contains("count shelf");
        for (int i = 0; i < spans.size(); i++) {
            assertThat(spans.get(i).fill().equals(RED)).as(recorded.get(i))
                    .isEqualTo(recorded.get(i).endsWith("← 自己用的时间最多"));
            if (i > 0) {
                assertThat(spans.get(i).x()).isGreaterThan(spans.get(i - 1).x());
                assertThat(spans.get(i).end()).isLessThan(spans.get(i - 1).end());
            }
        }
        // Log: the same identifier, the same words.
        String id = Pattern.compile(">traceId=(\\w+)…<").matcher(picture).results().findFirst().orElseThrow().group(1);
        MatchResult line = Pattern.compile(">(WARN) ([^<]+)</text>").matcher(picture).results().findFirst().orElseThrow();
        assertThat(output("what.txt")).contains("\"traceId\":\"" + id, "\"level\":\"" + line.group(1) + "\"",
                "\"message\":\"" + line.group(2));
    }
}
