package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriComponentsBuilder;

/** 查询串里的过滤、排序与分页；没写的用默认值，越界的拒绝。 */
// region query
public record BookQuery(Optional<String> title, Optional<BigDecimal> maxPrice,
        Optional<String> sort, Optional<Integer> page, Optional<Integer> size) {

    static final int MAX_SIZE = 100;

    /** 白名单：允许排序的字段就是这几个，客户端给的名字不会进 SQL。 */
    private static final Map<String, Comparator<Book>> SORTS = Map.of(
            "title", Comparator.comparing(Book::title),
            "price", Comparator.comparing(Book::price),
            "publishedOn", Comparator.comparing(Book::publishedOn));

    BookPage run(List<Book> all) {
        int number = page.orElse(0);
        int limit = size.orElse(20);
        require(number >= 0, "page 从 0 开始");
        require(limit >= 1 && limit <= MAX_SIZE, "size 在 1 到 " + MAX_SIZE + " 之间");
        List<Book> found = all.stream()
                .filter(book -> title.map(book.title()::contains).orElse(true))
                .filter(book -> maxPrice.map(max -> book.price().compareTo(max) <= 0)
                        .orElse(true))
                .sorted(order())
                .toList();
        List<BookResponse> items = found.stream().skip((long) number * limit).limit(limit)
                .map(BookResponse::from).toList();
        return new BookPage(items, number, limit, found.size());
    }

    /** {@code sort=-price} 为降序；最后总按编号排，价格相同的书顺序才固定。 */
    private Comparator<Book> order() {
        String key = sort.orElse("");
        boolean descending = key.startsWith("-");
        Comparator<Book> order = (left, right) -> 0;
        if (!key.isEmpty()) {
            order = SORTS.get(descending ? key.substring(1) : key);
            require(order != null,
                    "sort 只能是 price、publishedOn、title，降序在前面加 -");
        }
        return (descending ? order.reversed() : order).thenComparing(Book::id);
    }

    private static void require(boolean valid, String reason) {
        if (!valid) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
        }
    }
    // endregion query

    /** 同样的条件，另一页；值当作变量填，书名里的加号与花括号才会编码。 */
    String appendTo(UriComponentsBuilder uri, int otherPage) {
        Map<String, Object> values = new LinkedHashMap<>();
        title.ifPresent(value -> values.put("title", value));
        maxPrice.ifPresent(value -> values.put("maxPrice", value));
        sort.ifPresent(value -> values.put("sort", value));
        values.put("page", otherPage);
        size.ifPresent(value -> values.put("size", value));
        values.keySet().forEach(name -> uri.queryParam(name, "{" + name + "}"));
        return uri.encode().buildAndExpand(values).toUriString();
    }
}
