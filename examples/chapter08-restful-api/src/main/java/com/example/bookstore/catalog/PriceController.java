package com.example.bookstore.catalog;

import java.math.BigDecimal;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** 同一个地址的三个版本。 */
// region versions
@RestController
@RequestMapping(path = "/books/{id}/price", produces = MediaType.APPLICATION_JSON_VALUE)
public class PriceController {

    public record Price(BigDecimal price) {
    }

    public record Money(BigDecimal amount, String currency) {
    }

    public record Offer(Money listPrice, Money salePrice) {
    }

    private final Books books;

    public PriceController(Books books) {
        this.books = books;
    }

    @GetMapping(version = "1.0")
    public Price price(@PathVariable long id) {
        return new Price(amount(id));
    }

    @GetMapping(version = "1.1+")
    public Money money(@PathVariable long id) {
        return new Money(amount(id), "CNY");
    }

    @GetMapping(version = "2.0")
    public Offer offer(@PathVariable long id) {
        Money money = new Money(amount(id), "CNY");
        return new Offer(money, money);
    }
    // endregion versions

    private BigDecimal amount(long id) {
        return books.findById(id).map(Book::price)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }
}
