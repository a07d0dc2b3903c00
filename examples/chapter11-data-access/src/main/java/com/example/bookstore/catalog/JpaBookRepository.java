package com.example.bookstore.catalog;

import java.util.List;
import java.util.Optional;

import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

// region all
@Repository
public class JpaBookRepository implements BookRepository {

    private final BookEntities entities;

    JpaBookRepository(BookEntities entities) {
        this.entities = entities;
    }

    @Override
    public Book save(Book book) {
        try {
            // Without the flush a violated constraint would surface only at commit.
            return entities.saveAndFlush(BookEntity.of(book)).toBook();
        }
        catch (DataIntegrityViolationException ex) {
            // Spring translates Hibernate's exception whatever the kind of constraint.
            if (ex.getCause() instanceof ConstraintViolationException violation
                    && violation.getKind() == ConstraintKind.UNIQUE) {
                throw new DuplicateKeyException(violation.getMessage(), ex);
            }
            throw ex;
        }
    }

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
// endregion all
