package com.example.bookstore;

import java.util.List;
import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;

public interface BookRepository extends JpaRepository<Book, String> {

    long deleteByIsbn(String isbn);

    Optional<Book> findByTitle(String title);

    List<Book> findAllByTitle(String title);

    @Modifying
    @Query("update Book b set b.title = ?2 where b.isbn = ?1")
    int rename(String isbn, String title);

    /** An update that does not say so. */
    @Query("update Book b set b.title = ?2 where b.isbn = ?1")
    int renameUnmarked(String isbn, String title);

    /** The title may be left out: then it is null. */
    @Query("select b from Book b where :title is null or lower(b.title) like lower(concat('%', :title, '%'))")
    List<Book> search(@Param("title") String title);

    @Query("select b from Book b where cast(:title as string) is null"
            + " or lower(b.title) like lower(concat('%', cast(:title as string), '%'))")
    List<Book> searchWithType(@Param("title") String title);
}
