package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
public class JpaBookRepository implements BookRepository {

    private final BookEntities entities;

    JpaBookRepository(BookEntities entities) {
        this.entities = entities;
    }

    // region save
    @Override
    public Book save(Book book) {
        try {
            // 立即刷新，违反约束的异常才会在这一行抛出，而不是等到提交。
            return entities.saveAndFlush(BookEntity.of(book)).toBook();
        }
        catch (DataIntegrityViolationException ex) {
            // Spring 翻译时不看是哪一种约束，这里补上。
            if (ex.getCause() instanceof ConstraintViolationException violation
                    && violation.getKind() == ConstraintKind.UNIQUE) {
                throw new DuplicateKeyException(violation.getMessage(), ex);
            }
            throw ex;
        }
    }
    // endregion save

    @Override
    public Optional<Book> findById(long id) {
        return entities.findById(id).map(BookEntity::toBook);
    }

    @Override
    public List<Book> search(BookSearch search) {
        return entities.search(search.titlePattern(), search.maxPrice(),
                        search.limit(), search.offset())
                .stream().map(BookEntity::toBook).toList();
    }

    @Override
    @Transactional
    public boolean deductStock(long id, int quantity) {
        return entities.deductStock(id, quantity) == 1;
    }

    @Override
    public void deleteById(long id) {
        entities.deleteById(id);
    }
}
