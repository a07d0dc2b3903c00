package com.example.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.stereotype.Component;

/** 一页订单现在的书名。 */
@Component
public class OrderTitles {

    /** 目录服务一次最多给这么多本。 */
    private static final int MOST = 100;

    private final CatalogClient catalog;

    OrderTitles(CatalogClient catalog) {
        this.catalog = catalog;
    }

    // region titles
    /** 一张订单问一次目录服务。 */
    public List<String> oneByOne(Collection<String> isbns) {
        return isbns.stream().map(isbn -> catalog.book(isbn).title()).toList();
    }

    /** 先收齐书号，一次问完，再在内存里对上。 */
    public List<String> together(Collection<String> isbns) {
        List<String> distinct = isbns.stream().distinct().toList();
        Map<String, String> titles = new HashMap<>();
        // 超过目录服务的上限就分几次问；一本都没有就不问
        for (int from = 0; from < distinct.size(); from += MOST) {
            int to = Math.min(from + MOST, distinct.size());
            catalog.books(distinct.subList(from, to))
                    .forEach(book -> titles.put(book.isbn(), book.title()));
        }
        return isbns.stream().map(isbn -> titles.getOrDefault(isbn, "（已下架）")).toList();
    }
    // endregion titles
}
