package com.example.upgrade;

import java.util.stream.Collectors;

import com.example.book.Table;

/** What only a test shows: one line for each test that fails. */
final class Silent {

    private Silent() {
    }

    /** Those of {@code BookstoreTests} and {@code BookControllerTests}. */
    static String list(Station station) {
        Table table = new Table("测试", "期望", "实际");
        station.failures().forEach((name, failure) -> {
            if (!name.startsWith("Book")) {
                return;
            }
            String flat = failure.lines().map(String::strip).collect(Collectors.joining(" "));
            table.row(name.replaceFirst(".*\\.", ""), part(flat, "(?:expected: ?|Status expected:)"), actual(flat));
        });
        return table.toString();
    }

    private static String part(String flat, String start) {
        if (flat.contains("to contain entries: [")) {
            return flat.replaceFirst(".*to contain entries: \\[([^]]*)].*", "$1");
        }
        return flat.replaceFirst(".*?" + start + "\\s*<?(.*?)>?\\s*but was.*", "$1");
    }

    private static String actual(String flat) {
        if (flat.contains("to contain entries: [")) {
            return flat.contains("but could not find") ? "没有这一项" : flat.replaceFirst(".*\\[(\"message\"=\"[^\"]*\").*", "$1");
        }
        return flat.replaceFirst(".*?but was: ?<?([^\\n]*?)>? at [a-z].*", "$1");
    }

    /** The first line of the console that contains a text, without time, thread and logger. */
    static String log(Station station, String text) {
        return station.console.lines().filter(line -> line.contains(text)).findFirst()
                .orElseThrow(() -> new AssertionError("没有打印 " + text)).replaceFirst("^.*? : ", "");
    }
}
