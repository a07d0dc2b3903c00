package com.example.bookstore;

import java.util.List;

/** A line of {@code docker history}, the newest first: what one instruction of a Dockerfile wrote. */
record HistoryRow(String id, long bytes, String createdBy) {

    static List<HistoryRow> of(String image) {
        return Engine.docker().run("history", "--no-trunc", "--human=false", "--format", "{{.ID}}\t{{.Size}}\t{{.CreatedBy}}", image)
                .lines().map(line -> line.split("\t", 3)).map(cells -> new HistoryRow(cells[0], Long.parseLong(cells[1]),
                        cells.length == 3 ? cells[2] : ""))
                .toList();
    }

    String shown() {
        return createdBy.replaceFirst("^/bin/sh -c #\\(nop\\) +", "").replaceFirst("^/bin/sh -c ", "RUN ")
                .replaceAll("(file|dir):[0-9a-f]{8,}", "$1:…").strip();
    }
}
