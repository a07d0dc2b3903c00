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
            // 加新列；两列都写，新列空着就读旧列
            new Release(List.of("alter table book add column name varchar(200)"),
                    "insert into book (title, name) values (?, ?)",
                    "select coalesce(name, title) from book order by id"),
            // 没有人只写旧列了：补齐，只用新列；旧列不再必填
            new Release(List.of("update book set name = title where name is null",
                    "alter table book alter column name set not null",
                    "alter table book alter column title drop not null"), INSERT, READ),
            // 没有人用旧列了：删掉
            new Release(List.of("alter table book drop column title"), INSERT, READ));
    // endregion releases
}
