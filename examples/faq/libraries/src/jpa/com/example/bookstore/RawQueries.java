package com.example.bookstore;

import java.util.List;

import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/** A query as the database takes it; Spring Data reads it when the repository is made. */
@NoRepositoryBean
public interface RawQueries extends Repository<Book, String> {

    @Query("select * from book where title = ?1")
    List<Book> findRaw(String title);

    @NoRepositoryBean
    interface Native extends Repository<Book, String> {

        @Query(value = "select * from book where title = ?1", nativeQuery = true)
        List<Book> findRaw(String title);
    }
}
