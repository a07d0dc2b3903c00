package com.example.bookstore;

import java.util.Optional;

import org.springframework.data.repository.PagingAndSortingRepository;

public interface BookRepository extends PagingAndSortingRepository<Book, Long> {

    Optional<Book> findByIsbn(String isbn);
}
