package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;

/** 客户端能决定的部分，也是 PUT 的完整表示。 */
// region request
public record BookRequest(String isbn, String title, String subtitle, BigDecimal price,
        LocalDate publishedOn, int stock) {

    static BookRequest from(Book book) {
        return new BookRequest(book.isbn(), book.title(), book.subtitle(), book.price(),
                book.publishedOn(), book.stock());
    }
}
// endregion request
