package com.example.bookstore;

import java.util.Comparator;
import java.util.List;

/** 一条追踪慢在哪一段。 */
public final class SlowSpan {

    /** 一段；根的 parentId 是 null。时间的单位是毫秒。 */
    public record Span(String id, String parentId, String name, long start, long end) {
    }

    private SlowSpan() {
    }

    // region find
    /** 自己用的时间最多的那一段。 */
    public static Span find(List<Span> trace) {
        return trace.stream()
                .max(Comparator.comparingLong(span -> span.end() - span.start()))
                .orElseThrow();
    }
    // endregion find
}
