package com.example.bookstore.post;

import java.time.OffsetDateTime;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** One post with its text. */
public record Post(long id, long authorId, String author, String slug, String title, String body, boolean published,
        int version, @Nullable OffsetDateTime publishedAt, OffsetDateTime updatedAt, List<String> tags) {

    /** What a list shows of it. */
    public record Summary(long id, String slug, String title, String excerpt, String author, boolean published,
            @Nullable OffsetDateTime publishedAt, OffsetDateTime updatedAt, List<String> tags, int comments) {
    }
}
