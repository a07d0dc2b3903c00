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
                .max(Comparator.comparingLong(span -> own(span, trace))).orElseThrow();
    }

    /** 从开始走到结束，只数没有孩子在做事的时间；重叠的孩子不重复扣。 */
    private static long own(Span span, List<Span> trace) {
        List<Span> children = trace.stream()
                .filter(child -> span.id().equals(child.parentId()))
                .sorted(Comparator.comparingLong(Span::start)).toList();
        long own = 0;
        long at = span.start();
        for (Span child : children) {
            own += Math.max(0, Math.min(child.start(), span.end()) - at);
            at = Math.max(at, child.end());
        }
        return own + Math.max(0, span.end() - at);
    }
    // endregion find
}
