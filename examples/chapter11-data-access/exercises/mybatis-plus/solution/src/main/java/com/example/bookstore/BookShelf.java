package com.example.bookstore;

import java.util.List;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import org.springframework.stereotype.Service;

// region shelf
@Service
public class BookShelf {

    private final BookMapper books;

    BookShelf(BookMapper books) {
        this.books = books;
    }

    /** Takes the subtitle away. */
    public void removeSubtitle(long id) {
        // updateById leaves out what is null; set() says "null" on purpose.
        books.update(Wrappers.<Book>lambdaUpdate()
                .set(Book::getSubtitle, null).eq(Book::getId, id));
    }

    /** A page of books by id; the first page is 1. */
    public List<Book> page(int number, int size) {
        return books.selectPage(new Page<>(number, size),
                Wrappers.<Book>lambdaQuery().orderByAsc(Book::getId)).getRecords();
    }
}
// endregion shelf
