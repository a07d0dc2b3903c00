package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

/** Where books are kept. Says nothing about how: three classes implement it. */
public interface BookRepository {

    /**
     * Inserts a book without id, updates one with id.
     *
     * @return the book as stored, with id and version
     * @throws org.springframework.dao.DuplicateKeyException if the ISBN is taken
     * @throws org.springframework.dao.OptimisticLockingFailureException if the book was
     *         changed or deleted since it was read
     */
    Book save(Book book);

    Optional<Book> findById(long id);

    /** Cheapest first. */
    List<Book> search(BookSearch search);

    /**
     * Takes books off the stock in one statement.
     *
     * @return whether there were enough
     */
    boolean deductStock(long id, int quantity);

    void deleteById(long id);
}
