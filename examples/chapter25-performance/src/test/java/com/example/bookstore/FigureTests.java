package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTests {

    private static final Pattern TEXT = Pattern.compile("<text x=\"([\\d.]+)\" y=\"([\\d.]+)\"[^>]*>([^<]+)</text>");
    private static final Pattern COMMAND = Pattern.compile("[A-Za-z][A-Za-z_.]*(=| -l| ANALYZE)?");

    private static String read(String file) throws IOException {
        return Files.readString(Recording.module().resolve("../..").resolve(file));
    }

    /** What the figure says beside a symptom: the text in the middle of its row. */
    private static List<String> commands(String symptom) throws IOException {
        List<MatchResult> texts = TEXT.matcher(read("static/img/chapter25-performance/symptoms.svg")).results().toList();
        double row = texts.stream().filter(text -> text.group(3).equals(symptom))
                .mapToDouble(text -> Double.parseDouble(text.group(2))).findFirst().orElseThrow();
        return texts.stream().filter(text -> text.group(1).equals("219.0"))
                .filter(text -> Math.abs(Double.parseDouble(text.group(2)) - row) < 20)
                .flatMap(text -> COMMAND.matcher(text.group(3)).results()).map(MatchResult::group).toList();
    }

    @ParameterizedTest
    @CsvSource({"忙：一个线程, CPU 占满, Thread.print|cpu=", "闲：BLOCKED, '一动不动，CPU 闲', Thread.print -l",
            "闲：等连接, 拿不到连接, Thread.print", "闲：等数据库, 一句 SQL 很慢, pg_stat_activity|EXPLAIN ANALYZE"})
    void theTableNamesTheSameCommands(String symptom, String row, String expected) throws IOException {
        String line = read("docs/chapters/chapter25-performance.mdx").lines()
                .filter(each -> each.startsWith("| " + row + " |")).findFirst().orElseThrow();
        List<String> commands = commands(symptom);
        assertThat(commands).containsExactly(expected.split("\\|"));
        assertThat(line.toLowerCase(Locale.ROOT).replaceAll("[()]", ""))
                .contains(commands.stream().map(command -> command.toLowerCase(Locale.ROOT)).toList());
    }
}
