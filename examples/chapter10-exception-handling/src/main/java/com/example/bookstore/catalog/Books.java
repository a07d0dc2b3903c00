package com.example.bookstore.catalog;

import com.example.bookstore.error.BookstoreException;
import com.example.bookstore.error.ErrorCode;

import java.math.BigDecimal;
import java.util.List;

import org.springframework.stereotype.Component;

/** 业务代码：只说错在哪里，不知道有 HTTP。 */
@Component
public class Books {

    private final List<Book> books = List.of(
            new Book(1, "Java 核心技术 卷 I", new BigDecimal("149.00"), 12),
            new Book(2, "凤凰架构", new BigDecimal("99.00"), 0));

    // region domain
    public Book get(long id) {
        return books.stream().filter(book -> book.id() == id).findFirst()
                .orElseThrow(() -> new BookstoreException(
                        ErrorCode.BOOK_NOT_FOUND, "没有编号为 " + id + " 的书"));
    }

    public void reserve(long id, int quantity) {
        Book book = get(id);
        if (book.stock() < quantity) {
            throw new BookstoreException(ErrorCode.OUT_OF_STOCK,
                    "《" + book.title() + "》只剩 " + book.stock() + " 本")
                    .with("available", book.stock());
        }
    }
    // endregion domain
}
