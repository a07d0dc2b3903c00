package com.example.storefront;

import java.math.BigDecimal;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.service.annotation.GetExchange;

/** 店面应用眼里的书目服务：只有接口，实现由 Spring 生成。 */
// region client
public interface CatalogClient {

    record CatalogBook(long id, String title, BigDecimal price) {
    }

    record Money(BigDecimal amount, String currency) {
    }

    @GetExchange("/books/{id}")
    CatalogBook book(@PathVariable long id);

    /** 要状态码和响应头时，返回 ResponseEntity。 */
    @GetExchange("/books/{id}")
    ResponseEntity<CatalogBook> bookIfChanged(@PathVariable long id,
            @RequestHeader("If-None-Match") String etag);

    @GetExchange(url = "/books/{id}/price", version = "1.1")
    Money price(@PathVariable long id);
}
// endregion client
