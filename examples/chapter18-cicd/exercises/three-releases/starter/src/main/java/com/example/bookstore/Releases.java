package com.example.bookstore;

import java.util.List;

/** 把 book 表的列 title 改名为 name，分成几次发布。 */
public final class Releases {

    /**
     * 一次发布。
     *
     * @param migration 先执行的语句，可以没有
     * @param insert 这一版怎样加一本书；每个问号都是书名
     * @param read 这一版怎样读出全部书名，按 id 的顺序
     */
    public record Release(List<String> migration, String insert, String read) {
    }

    private Releases() {
    }

    /** 现在线上的这一版。 */
    public static final Release OLD = new Release(List.of(),
            "insert into book (title) values (?)",
            "select title from book order by id");

    // region releases
    private static final String INSERT = "insert into book (name) values (?)";
    private static final String READ = "select name from book order by id";

    public static final List<Release> NEXT = List.of(
            new Release(List.of("alter table book alter column title rename to name"),
                    INSERT, READ),
            new Release(List.of(), INSERT, READ),
            new Release(List.of(), INSERT, READ));
    // endregion releases
}
