package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Repository;

@Repository
public class MyBatisBookRepository implements BookRepository {

    private final BookMapper mapper;

    MyBatisBookRepository(BookMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public Book save(Book book) {
        return book.id() == null ? insert(book) : update(book);
    }

    private Book insert(Book book) {
        BookMapper.GeneratedKey key = new BookMapper.GeneratedKey();
        mapper.insert(book, key);
        return withIdAndVersion(book, key.getId(), book.version());
    }

    private Book update(Book book) {
        if (mapper.update(book) == 0) {
            throw new OptimisticLockingFailureException(
                    "book %d left version %d".formatted(book.id(), book.version()));
        }
        return withIdAndVersion(book, book.id(), book.version() + 1);
    }

    private static Book withIdAndVersion(Book book, long id, long version) {
        return new Book(id, book.isbn(), book.title(), book.price(), book.stock(),
                version);
    }

    @Override
    public Optional<Book> findById(long id) {
        return mapper.findById(id);
    }

    @Override
    public List<Book> search(BookSearch search) {
        return mapper.search(search);
    }

    @Override
    public boolean deductStock(long id, int quantity) {
        return mapper.deductStock(id, quantity) == 1;
    }

    @Override
    public void deleteById(long id) {
        mapper.deleteById(id);
    }
}
