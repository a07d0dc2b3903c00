package com.example.bookstore;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/** What the shop asks about books; most answers come from the cache. */
// region cacheable
@Service
public class Catalog {

    private final Books books;

    Catalog(Books books) {
        this.books = books;
    }

    @Cacheable("books")
    public @Nullable Book find(String isbn) {
        return books.find(isbn);
    }
    // endregion cacheable

    // region put
    @CachePut(cacheNames = "books", key = "#isbn")
    public @Nullable Book changePrice(String isbn, BigDecimal price) {
        books.changePrice(isbn, price);
        return books.find(isbn);
    }
    // endregion put

    // region evict
    @CacheEvict("books")
    public void forget(String isbn) {
        // 方法体可以是空的：要的是注解
    }

    @CacheEvict(cacheNames = "books", allEntries = true)
    public void forgetAll() {
    }
    // endregion evict
}
