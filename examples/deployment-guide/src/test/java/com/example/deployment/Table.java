package com.example.deployment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** 对齐的文本表格；中文字占两格。 */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table(Object... header) {
        row(header);
    }

    Table row(Object... cells) {
        rows.add(Arrays.stream(cells).map(String::valueOf).toList());
        return this;
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                line.append(cell).append(" ".repeat(widths[i] - width(cell) + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(String text) {
        return text.codePoints().map(c -> c >= 0x2E80 ? 2 : 1).sum();
    }
}
