package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;

public interface BookRepository extends JpaRepository<Book, String> {

    long deleteByIsbn(String isbn);

    Optional<Book> findByTitle(String title);

    List<Book> findAllByTitle(String title);
}
