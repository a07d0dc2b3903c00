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

    /** 去掉副标题。 */
    public void removeSubtitle(long id) {
        Book book = books.selectById(id);
        book.setSubtitle(null);
        books.updateById(book);
    }

    /** 按 id 排，取一页；第一页是 1。 */
    public List<Book> page(int number, int size) {
        return books.selectPage(new Page<>(number, size),
                Wrappers.<Book>lambdaQuery().orderByAsc(Book::getId)).getRecords();
    }
}
// endregion shelf
