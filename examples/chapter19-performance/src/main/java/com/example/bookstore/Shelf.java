package com.example.bookstore;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** The page with the forty newest books. */
@Service
public class Shelf {

    private record Book(String isbn, String title, int authorId) {
    }

    private final JdbcClient jdbc;

    public Shelf(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region one-by-one
    public List<ShelfBook> oneByOne() {
        List<Book> books = jdbc.sql("""
                select isbn, title, author_id
                from book order by isbn desc limit 40""").query(Book.class).list();
        return books.stream().map(book -> new ShelfBook(
                book.isbn(), book.title(), authorName(book.authorId()))).toList();
    }

    private String authorName(int id) {
        return jdbc.sql("select name from author where id = ?")
                .param(id).query(String.class).single();
    }
    // endregion one-by-one

    // region joined
    public List<ShelfBook> joined() {
        // 作者的名字跟着书一起取回来，不再一本一本地问
        return jdbc.sql("""
                select b.isbn, b.title, a.name as author
                from book b join author a on a.id = b.author_id
                order by b.isbn desc limit 40""").query(ShelfBook.class).list();
    }
    // endregion joined
}
