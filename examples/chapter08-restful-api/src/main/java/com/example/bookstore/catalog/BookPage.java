package com.example.bookstore.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.springframework.web.util.UriComponentsBuilder;

/** 一页书；{@code page} 从 0 数起。 */
// region page
public record BookPage(List<BookResponse> items, int page, int size, int total) {

    private boolean hasNext() {
        return ((long) page + 1) * size < total;
    }

    /** RFC 8288 的 Link 头：客户端照着走，不用自己拼下一页的地址。只有一页就没有。 */
    Optional<String> links(UriComponentsBuilder base, BookQuery query) {
        List<String> links = new ArrayList<>();
        if (page > 0) {
            links.add(link(base, query, page - 1, "prev"));
        }
        if (hasNext()) {
            links.add(link(base, query, page + 1, "next"));
        }
        return links.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", links));
    }

    private static String link(UriComponentsBuilder base, BookQuery query, int page,
            String rel) {
        return "<" + query.appendTo(base.cloneBuilder(), page) + ">; rel=\"" + rel + "\"";
    }
}
// endregion page
