package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import com.example.book.Recording;
import com.example.measure.AbTest;

/**
 * Raw times in {@code data/}. A run with {@code -Dbook.record=true} writes them; every other run holds its own times
 * and the written ones against the same conclusion, for times themselves never come out the same.
 */
public final class RawData {

    private static final String HEADER = "轮\tA 微秒\tB 微秒";

    private RawData() {
    }

    /**
     * Checks a conclusion on this run's times and on the recorded ones.
     *
     * @param name file below {@code data/}
     * @param conclusion throws when it does not hold
     */
    public static void check(String name, AbTest.Result result, Consumer<AbTest.Result> conclusion) {
        System.out.print(name + "\n" + result);
        conclusion.accept(result);
        Path file = Recording.module().resolve("data").resolve(name);
        try {
            if (Boolean.getBoolean("book.record")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text(result));
            }
            conclusion.accept(parse(Files.readAllLines(file), result));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Checks a conclusion on the recorded times alone, where measuring again would take too long. */
    public static void checkRecorded(String name, int rounds, Consumer<AbTest.Result> conclusion) {
        try {
            double[] any = new double[rounds];
            Arrays.fill(any, 1);
            conclusion.accept(parse(Files.readAllLines(Recording.module().resolve("data").resolve(name)),
                    AbTest.compare("A", any, "B", any)));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String text(AbTest.Result result) {
        StringBuilder text = new StringBuilder(HEADER + '\n');
        for (int i = 0; i < result.a().length; i++) {
            text.append(i + 1).append('\t').append(Math.round(result.a()[i] / 1e3)).append('\t')
                    .append(Math.round(result.b()[i] / 1e3)).append('\n');
        }
        return text.toString();
    }

    private static AbTest.Result parse(List<String> lines, AbTest.Result names) {
        assertThat(lines).hasSize(names.a().length + 1).first().isEqualTo(HEADER);
        List<String[]> rows = lines.stream().skip(1).map(line -> line.split("\t")).toList();
        return AbTest.compare(names.nameA(), rows.stream().mapToDouble(row -> Double.parseDouble(row[1]) * 1e3).toArray(),
                names.nameB(), rows.stream().mapToDouble(row -> Double.parseDouble(row[2]) * 1e3).toArray());
    }

    /** B takes at most this share of A's time, and the difference is real. */
    public static Consumer<AbTest.Result> fasterBy(double factor) {
        return result -> {
            assertThat(result.real()).as(result.toString()).isTrue();
            assertThat(result.ratio()).as(result.toString()).isLessThan(1 / factor);
        };
    }
}
