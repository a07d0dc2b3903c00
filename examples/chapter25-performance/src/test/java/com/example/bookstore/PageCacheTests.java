package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class PageCacheTests {

    @Test
    void keepsThePagesSeenLast() {
        PageCache cache = new PageCache();
        PageCache.Page first = cache.boundedPage("/books/1?from=1");
        PageCache.Page second = cache.boundedPage("/books/2");
        IntStream.rangeClosed(3, 1000).forEach(number -> cache.boundedPage("/books/" + number));
        assertThat(cache.boundedPage("/books/1?from=2")).as("a page seen again").isSameAs(first);
        cache.boundedPage("/books/1001");
        assertThat(cache.boundedPage("/books/1")).isSameAs(first);
        assertThat(cache.boundedPage("/books/2")).as("the page seen longest ago").isNotSameAs(second);
    }
}
