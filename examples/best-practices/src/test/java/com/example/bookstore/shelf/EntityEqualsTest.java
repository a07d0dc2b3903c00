package com.example.bookstore.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Entities in a set, added before the database has given them an id. */
class EntityEqualsTest {

    // region bad
    static class BookById {

        Long id;

        @Override
        public boolean equals(Object other) {
            return other instanceof BookById book && Objects.equals(id, book.id);
        }

        @Override
        public int hashCode() {
            return Objects.hash(id);
        }
    }

    @Test
    @DisplayName("用 id 算哈希：保存之后，集合里找不到它；两本新书算同一本")
    void lostAfterSaving() {
        BookById book = new BookById();
        Set<BookById> cart = new HashSet<>(Set.of(book));
        assertThat(cart.add(new BookById())).isFalse();
        book.id = 1L; // 保存时发生的就是这件事
        assertThat(cart.contains(book)).isFalse();
    }
    // endregion bad

    // region good
    static class BookByIsbn {

        Long id;
        final String isbn;

        BookByIsbn(String isbn) {
            this.isbn = isbn;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof BookByIsbn book && isbn.equals(book.isbn);
        }

        @Override
        public int hashCode() {
            return isbn.hashCode();
        }
    }

    @Test
    @DisplayName("用不变的业务键：保存前后是同一个")
    void foundAfterSaving() {
        BookByIsbn book = new BookByIsbn("9787111000110");
        Set<BookByIsbn> cart = new HashSet<>(Set.of(book));
        assertThat(cart.add(new BookByIsbn("9787111000127"))).isTrue();
        book.id = 1L;
        assertThat(cart.contains(book)).isTrue();
    }
    // endregion good
}
