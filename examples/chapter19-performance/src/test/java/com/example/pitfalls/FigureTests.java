package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;

/** The bars of the figures are where the rule of the code would put them; the rule gives what is recorded, too. */
class FigureTests {

    private static final Pattern BAR = Pattern.compile(
            "<rect x=\"(\\d+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"\\d+\" rx=\"2\" fill=\"(#\\w+)\"");
    private static final Pattern PAUSE = Pattern.compile("<rect x=\"(\\d+)\" y=\"\\d+\" width=\"(\\d+)\"[^>]* stroke=\"none\"/>");
    private static final Pattern LINE = Pattern.compile("<path d=\"M(\\d+) (\\d+)L(\\d+) (\\d+)\"[^>]* stroke-dasharray=\"(\\d) ");
    private static final String SLOW = "#fbe3dd";

    /** A request or a customer, from when to when. */
    private record Bar(int from, int until) {

        int length() {
            return until - from;
        }
    }

    private static String figure(String name) throws IOException {
        return Files.readString(Recording.module().resolve("../../static/img/chapter19-performance").resolve(name));
    }

    private static List<MatchResult> drawn(String figure, IntPredicate height) {
        return BAR.matcher(figure).results().filter(bar -> height.test(Integer.parseInt(bar.group(2)))).toList();
    }

    private static List<Bar> bars(List<MatchResult> drawn) {
        return drawn.stream().map(bar -> new Bar(Integer.parseInt(bar.group(1)),
                Integer.parseInt(bar.group(1)) + Integer.parseInt(bar.group(3)))).toList();
    }

    private static List<Bar> slow(List<MatchResult> drawn) {
        return bars(drawn.stream().filter(bar -> bar.group(4).equals(SLOW)).toList());
    }

    private static int number(String file, String pattern) throws IOException {
        return Pattern.compile(pattern).matcher(Files.readString(Recording.module().resolve("output").resolve(file)))
                .results().map(found -> Integer.valueOf(found.group(1))).findFirst().orElseThrow();
    }

    private static int height(String figure, String words) {
        return Pattern.compile("y=\"(\\d+)\"[^>]*>" + words + "<").matcher(figure).results()
                .map(found -> Integer.valueOf(found.group(1))).findFirst().orElseThrow();
    }

    /** {@code ClosedLoop} with one client: the next is sent when the last was answered and the pause is over. */
    private static List<Bar> closed(int first, int last, int pause, IntUnaryOperator answer) {
        List<Bar> bars = new ArrayList<>();
        for (int sent = first; sent <= last; sent = bars.getLast().until() + pause) {
            bars.add(new Bar(sent, answer.applyAsInt(sent)));
        }
        return bars;
    }

    /** {@code OpenLoop}: the i-th is sent at {@code start + i * interval}. */
    private static List<Bar> open(int first, int last, int interval, IntUnaryOperator answer) {
        return IntStream.iterate(first, sent -> sent <= last, sent -> sent + interval)
                .mapToObj(sent -> new Bar(sent, answer.applyAsInt(sent))).toList();
    }

    /** Whoever comes while the server stands still is answered when it goes on. */
    private static IntUnaryOperator standingStill(int from, int until, int quick) {
        return sent -> sent >= from && sent < until ? until : sent + quick;
    }

    @Test
    void omission() throws IOException {
        String figure = figure("omission.svg");
        MatchResult pause = PAUSE.matcher(figure).results().findFirst().orElseThrow();
        int from = Integer.parseInt(pause.group(1));
        int until = from + Integer.parseInt(pause.group(2));
        int below = height(figure, "按时刻发");
        List<MatchResult> closed = drawn(figure, height -> height < below);
        List<MatchResult> open = drawn(figure, height -> height > below);
        int first = bars(open).getFirst().from();
        int last = bars(open).getLast().from();
        int quick = bars(open).getFirst().length();
        int interval = bars(open).get(1).from() - first;
        IntUnaryOperator answer = standingStill(from, until, quick);
        assertThat(bars(open)).isEqualTo(open(first, last, interval, answer));
        assertThat(bars(closed)).isEqualTo(closed(first, last, interval - quick, answer));
        assertThat(slow(open)).hasSizeGreaterThan(5).containsExactlyElementsOf(
                bars(open).stream().filter(bar -> bar.length() > quick).toList());
        assertThat(slow(closed)).containsExactlyElementsOf(
                bars(closed).stream().filter(bar -> bar.length() > quick).toList()).hasSize(1)
                .first().extracting(Bar::from).isEqualTo(from);

        // The same rule with the test's two hundred requests, the times in milliseconds.
        IntUnaryOperator second = standingStill(490, 1490, 1);
        assertThat(open(0, 1990, 10, second).stream().filter(bar -> bar.length() > 100)).hasSize(90)
                .hasSizeGreaterThan(number("omission.txt", "(\\d+) 个以上"));
        assertThat(closed(0, 3180, 9, second).stream().filter(bar -> bar.length() > 100)).hasSize(1)
                .hasSizeLessThan(number("omission.txt", "不到 (\\d+) 个"));
    }

    /** So many at a time share the two cores evenly; alone on a core, a customer's query takes {@code work}. */
    private static List<Bar> shared(int customers, int atATime, int first, int work) {
        return IntStream.range(0, customers).mapToObj(customer -> {
            int from = first + customer / atATime * work * atATime / 2;
            return new Bar(from, from + work * atATime / 2);
        }).toList();
    }

    @Test
    void pool() throws IOException {
        String figure = figure("pool.svg");
        int below = height(figure, "连接池 8 个：八位一起挤");
        List<Bar> two = bars(drawn(figure, height -> height < below));
        List<Bar> eight = bars(drawn(figure, height -> height > below));
        int first = two.getFirst().from();
        int work = two.get(2).from() - first;
        assertThat(eight).isEqualTo(shared(8, 8, first, work));
        // A gap of two between one customer and the next on the same core.
        assertThat(two).isEqualTo(shared(8, 2, first, work).stream()
                .map(bar -> new Bar(bar.from(), bar.until() - 2)).toList());
        int end = eight.getFirst().until();
        List<MatchResult> lines = LINE.matcher(figure).results().toList();
        int half = lines.stream().filter(line -> line.group(5).equals("5"))
                .map(line -> Integer.valueOf(line.group(1))).findFirst().orElseThrow();
        assertThat(half).isEqualTo((first + end) / 2);
        // 一半的人在一半的时间就走了, 每一位都等到最后
        assertThat(two.stream().filter(bar -> bar.until() <= half)).hasSize(4);
        assertThat(eight).allMatch(bar -> bar.until() == end);
        assertThat(lines.stream().filter(line -> line.group(5).equals("3"))
                .map(line -> new Bar(Integer.parseInt(line.group(1)), Integer.parseInt(line.group(3))))).isEqualTo(
                two.stream().filter(bar -> bar.from() > first).map(bar -> new Bar(first, bar.from())).toList());

        // The same rule with the test's twenty-four.
        assertThat(shared(24, 2, 0, 2).stream().filter(bar -> bar.until() <= 12)).hasSize(12)
                .hasSizeGreaterThanOrEqualTo(number("pool-size.txt", "(\\d+) 位以上"));
        assertThat(shared(24, 24, 0, 2).stream().filter(bar -> bar.until() <= 12)).isEmpty();
        assertThat(number("pool-size.txt", "不超过 (\\d+) 位")).isPositive();
    }
}
