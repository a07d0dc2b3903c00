package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;

/** 书在书店内部的样子：带进价和版本号，不直接出现在接口上。 */
// region entity
public record Book(Long id, String isbn, String title, String subtitle, BigDecimal price,
        BigDecimal purchasePrice, LocalDate publishedOn, int stock, long version) {

    /** 改过内容之后的下一个版本；编号、进价不由客户端决定。 */
    Book revise(BookRequest request) {
        return new Book(id, request.isbn(), request.title(), request.subtitle(),
                request.price(), purchasePrice, request.publishedOn(), request.stock(),
                version + 1);
    }
}
// endregion entity
