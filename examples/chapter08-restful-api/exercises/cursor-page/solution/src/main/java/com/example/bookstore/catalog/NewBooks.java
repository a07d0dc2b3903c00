package com.example.bookstore.catalog;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

/** 新书榜：出版日期从新到旧，同一天的按编号从大到小。 */
public class NewBooks {

    static final Comparator<Book> NEWEST_FIRST = Comparator
            .comparing(Book::publishedOn).thenComparing(Book::id).reversed();

    /**
     * 一页。
     *
     * @param next 取下一页用的游标；没有下一页时为 {@code null}
     */
    public record Page(List<Book> items, String next) {
    }

    private final List<Book> books = new ArrayList<>();

    public void add(Book book) {
        books.add(book);
        books.sort(NEWEST_FIRST);
    }

    // region page
    /** 游标是“上一页最后一本”的排序键，前面插进多少新书都不影响。 */
    public Page page(String cursor, int size) {
        Book last = cursor == null ? null : decode(cursor);
        List<Book> rest = books.stream()
                .filter(book -> last == null || NEWEST_FIRST.compare(book, last) > 0)
                .limit(size + 1L)
                .toList();
        boolean more = rest.size() > size;
        List<Book> items = more ? rest.subList(0, size) : rest;
        return new Page(items, more ? encode(items.getLast()) : null);
    }

    private static String encode(Book book) {
        String key = book.publishedOn() + "," + book.id();
        return Base64.getUrlEncoder().withoutPadding()
                .encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    /** 游标来自客户端，读不懂就当参数错误。 */
    private static Book decode(String cursor) {
        try {
            String[] key = new String(Base64.getUrlDecoder().decode(cursor),
                    StandardCharsets.UTF_8).split(",", 2);
            return new Book(Long.parseLong(key[1]), "", LocalDate.parse(key[0]));
        }
        catch (DateTimeException | ArrayIndexOutOfBoundsException ex) {
            throw new IllegalArgumentException("游标无效：" + cursor, ex);
        }
    }
    // endregion page
}
