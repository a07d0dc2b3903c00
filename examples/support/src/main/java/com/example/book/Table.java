package com.example.book;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of aligned text columns, as the book prints measurements; a Chinese character takes two columns. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    /** @param header the first row; every further row has as many cells */
    public Table(Object... header) {
        row(header);
    }

    /**
     * Adds a row.
     *
     * @param cells as many as the header has; {@code null} prints as {@code null}
     * @return this table
     * @throws IllegalArgumentException for more or fewer cells than the header has
     */
    public Table row(Object... cells) {
        if (!rows.isEmpty() && cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("%d cells in a table of %d columns: %s"
                    .formatted(cells.length, rows.getFirst().size(), Arrays.toString(cells)));
        }
        rows.add(Arrays.stream(cells).map(String::valueOf).toList());
        return this;
    }

    /** The rows, two spaces between columns, no spaces at the ends, each with a line feed. */
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
