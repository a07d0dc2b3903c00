package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A business key compared with that of a reference that Hibernate has not loaded. */
@SpringBootTest(classes = ShelfApplication.class, properties = {
        "spring.datasource.generate-unique-name=true", "spring.flyway.enabled=false",
        "spring.jpa.hibernate.ddl-auto=create"})
class EntityProxyTest {

    @Entity(name = "isbn_book")
    static class IsbnBook {

        @Id
        @GeneratedValue
        Long id;
        String isbn;

        protected IsbnBook() {
        }

        IsbnBook(String isbn) {
            this.isbn = isbn;
        }

        String getIsbn() {
            return isbn;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof IsbnBook book && isbn.equals(book.getIsbn());
        }

        @Override
        public int hashCode() {
            return isbn.hashCode();
        }
    }

    @Test
    @DisplayName("getReference 给的代理：字段是 null，经过 getter 才读到；equals 用 getter，认得出是同一本")
    void theFieldOfAReferenceIsNull(@Autowired EntityManager entities,
            @Autowired PlatformTransactionManager transactions) {
        TransactionTemplate transaction = new TransactionTemplate(transactions);
        IsbnBook saved = new IsbnBook("9787111000110");
        transaction.executeWithoutResult(status -> entities.persist(saved));
        transaction.executeWithoutResult(status -> {
            IsbnBook reference = entities.getReference(IsbnBook.class, saved.id);
            assertThat(saved.equals(reference)).isTrue();
            assertThat(reference.isbn).isNull();
            assertThat(reference.getIsbn()).isEqualTo("9787111000110");
        });
    }
}
