package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;

/** 书架上的一本书；ISBN 是规范形式，两种写法得到同一个值。 */
public record Book(Isbn isbn, String title, BigDecimal price, List<String> authors,
        List<String> tags) {

    public Book {
        authors = List.copyOf(authors);
        tags = List.copyOf(tags);
    }

    /**
     * 由通过了校验的请求得到一本书。
     *
     * @throws IllegalArgumentException 请求里的 ISBN 没有通过校验
     */
    public static Book from(BookRequest request) {
        Isbn isbn = Isbn.parse(request.isbn()).orElseThrow(
                () -> new IllegalArgumentException("请求没有校验过，ISBN：" + request.isbn()));
        return new Book(isbn, request.title().strip(), request.price(),
                request.authors().stream().map(author -> author.name().strip()).toList(),
                request.tags() == null ? List.of() : request.tags());
    }
}
