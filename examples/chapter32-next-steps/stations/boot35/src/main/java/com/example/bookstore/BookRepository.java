package com.example.bookstore;

import java.util.Optional;

import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.PagingAndSortingRepository;

public interface BookRepository extends PagingAndSortingRepository<Book, Long>,
        CrudRepository<Book, Long> {

    Optional<Book> findByIsbn(String isbn);
}
