package com.example.bookstore.catalog;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@DisplayName("游标分页")
class CursorPageTest {

    private final NewBooks books = new NewBooks();

    @BeforeEach
    void fiveBooks() {
        // 3、4、5 同一天出版
        String[] dates = {"2012-10-01", "2017-11-01", "2019-12-01", "2019-12-01", "2019-12-01"};
        for (int i = 0; i < dates.length; i++) {
            books.add(new Book(i + 1, "书 " + (i + 1), LocalDate.parse(dates[i])));
        }
    }

    private List<Long> ids(NewBooks.Page page) {
        return page.items().stream().map(Book::id).toList();
    }

    @Test
    @DisplayName("顺着游标走，每本恰好一次，顺序不变，最后一页没有游标")
    void walk() {
        List<Long> seen = new ArrayList<>();
        String cursor = null;
        do {
            NewBooks.Page page = books.page(cursor, 2);
            seen.addAll(ids(page));
            cursor = page.next();
        }
        while (cursor != null);
        assertThat(seen).containsExactly(5L, 4L, 3L, 2L, 1L);
    }

    @Test
    @DisplayName("翻页期间上架了更新的书：后面的页不重复、不遗漏")
    void insertedBefore() {
        NewBooks.Page first = books.page(null, 2);
        books.add(new Book(6, "书 6", LocalDate.parse("2021-06-01")));
        assertThat(ids(books.page(first.next(), 2))).containsExactly(3L, 2L);
    }

    @Test
    @DisplayName("翻页期间上架了一本旧书，编号新、日期旧：排在最后，前后都不重复、不遗漏")
    void insertedBehind() {
        NewBooks.Page first = books.page(null, 2);
        books.add(new Book(6, "书 6", LocalDate.parse("2011-06-01")));
        NewBooks.Page second = books.page(first.next(), 2);
        assertThat(ids(second)).containsExactly(3L, 2L);
        NewBooks.Page third = books.page(second.next(), 2);
        assertThat(ids(third)).containsExactly(1L, 6L);
        assertThat(third.next()).isNull();
    }

    @Test
    @DisplayName("翻页期间上架了同一天出版的书，编号更大：排在前面，后面的页不重复、不遗漏")
    void insertedOnTheSameDay() {
        NewBooks.Page first = books.page(null, 2);
        books.add(new Book(6, "书 6", LocalDate.parse("2019-12-01")));
        books.add(new Book(7, "书 7", LocalDate.parse("2019-12-01")));
        assertThat(ids(books.page(first.next(), 2))).containsExactly(3L, 2L);
    }

    @Test
    @DisplayName("恰好整除时，最后一页也没有游标")
    void exactMultiple() {
        assertThat(books.page(null, 5).next()).isNull();
    }

    @Test
    @DisplayName("一本书也没有：空的一页，没有游标")
    void nothing() {
        NewBooks.Page page = new NewBooks().page(null, 2);
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isNull();
    }

    @Test
    @DisplayName("看不懂的游标是参数错误")
    void invalid() {
        // 后三个解开是 x,y、x,5 与 2019-13-40,5
        for (String cursor : List.of("", "不是游标", "MjAxOS0xMi0wMQ", "eCx5", "eCw1",
                "MjAxOS0xMy00MCw1")) {
            assertThatIllegalArgumentException().as(cursor)
                    .isThrownBy(() -> books.page(cursor, 2));
        }
    }
}
