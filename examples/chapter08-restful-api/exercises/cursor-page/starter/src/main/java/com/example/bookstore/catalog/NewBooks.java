package com.example.bookstore.catalog;

import java.util.ArrayList;
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
    /** 游标是“第几条”，翻页期间有新书插到前面就会重复。 */
    public Page page(String cursor, int size) {
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        List<Book> items = books.stream().skip(from).limit(size).toList();
        boolean more = from + size < books.size();
        return new Page(items, more ? String.valueOf(from + size) : null);
    }
    // endregion page
}
