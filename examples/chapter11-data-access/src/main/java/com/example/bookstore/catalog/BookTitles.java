package com.example.bookstore.catalog;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** 改书名，用 JPA：只改属性，不写 SQL。 */
@Service
public class BookTitles {

    private final BookEntities books;

    BookTitles(BookEntities books) {
        this.books = books;
    }

    // region rename
    @Transactional
    public void rename(long id, String title) {
        BookEntity book = books.findById(id).orElseThrow();
        // 没有 save，也没有 update：提交之前，Hibernate 会发现它变了。
        book.setTitle(title);
    }
    // endregion rename
}
