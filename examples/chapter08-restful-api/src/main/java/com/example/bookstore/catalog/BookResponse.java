package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;

/** 客户端能看到的部分：没有进价，没有版本号（版本在 ETag 里）。 */
// region response
public record BookResponse(long id, String isbn, String title, String subtitle,
        BigDecimal price, LocalDate publishedOn, int stock) {

    static BookResponse from(Book book) {
        return new BookResponse(book.id(), book.isbn(), book.title(), book.subtitle(),
                book.price(), book.publishedOn(), book.stock());
    }
}
// endregion response
