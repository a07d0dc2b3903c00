package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** 以制表符分隔的表，页面用 kind=table 印成表格；反引号里的是代码。 */
final class Tsv {

    private final List<List<String>> rows = new ArrayList<>();

    Tsv(List<String> header) {
        row(header);
    }

    void row(List<String> cells) {
        assertThat(cells).noneMatch(cell -> cell.contains("\t") || cell.contains("\n"));
        this.rows.add(List.copyOf(cells));
    }

    @Override
    public String toString() {
        return String.join("", this.rows.stream().map(row -> String.join("\t", row) + "\n").toList());
    }
}
