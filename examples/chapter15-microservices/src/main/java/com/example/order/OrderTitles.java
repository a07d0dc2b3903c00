package com.example.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.stereotype.Component;

/** 一页订单现在的书名。 */
@Component
public class OrderTitles {

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
        Map<String, String> titles = catalog.books(distinct).stream()
                .collect(Collectors.toMap(Book::isbn, Book::title));
        return isbns.stream().map(isbn -> titles.getOrDefault(isbn, "（已下架）")).toList();
    }
    // endregion titles
}
