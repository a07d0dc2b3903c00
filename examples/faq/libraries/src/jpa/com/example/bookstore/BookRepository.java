package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

public interface BookRepository extends JpaRepository<Book, String> {

    long deleteByIsbn(String isbn);

    Optional<Book> findByTitle(String title);

    List<Book> findAllByTitle(String title);

    @Modifying
    @Query("update Book b set b.title = ?2 where b.isbn = ?1")
    int rename(String isbn, String title);
}
