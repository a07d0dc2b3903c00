package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.springframework.stereotype.Component;

/** 内存里的书架；换成数据库是第 11 章的事。 */
@Component
public class Books {

    private final ConcurrentMap<Isbn, Book> byIsbn = new ConcurrentHashMap<>();

    public Books() {
        Book first = new Book(new Isbn("9787111641247"), "Java 核心技术 卷 I",
                new BigDecimal("129.00"), List.of("Cay S. Horstmann"), List.of("Java"));
        byIsbn.put(first.isbn(), first);
    }

    public boolean exists(Isbn isbn) {
        return byIsbn.containsKey(isbn);
    }

    public List<Book> first(int size) {
        return byIsbn.values().stream().sorted(Comparator.comparing(book -> book.isbn().digits()))
                .limit(size).toList();
    }

    // region add
    /** 查与写是一步；换成数据库就是唯一约束。 */
    public void add(Book book) {
        if (byIsbn.putIfAbsent(book.isbn(), book) != null) {
            throw new DuplicateIsbnException(book.isbn());
        }
    }
    // endregion add
}
