package com.example.bookstore.shelf;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** An application with one entity, and controllers that treat it in two ways. */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
public class ShelfApplication {

    @Entity(name = "book")
    public static class Book {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        private Long id;
        private String title;
        private BigDecimal price;
        /** What the shop paid; no customer may see or set it. */
        private BigDecimal cost;

        protected Book() {
        }

        public static Book of(String title, String price, String cost) {
            Book book = new Book();
            book.title = title;
            book.price = new BigDecimal(price);
            book.cost = new BigDecimal(cost);
            return book;
        }

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public String getTitle() {
            return title;
        }

        public void setTitle(String title) {
            this.title = title;
        }

        public BigDecimal getPrice() {
            return price;
        }

        public void setPrice(BigDecimal price) {
            this.price = price;
        }

        public BigDecimal getCost() {
            return cost;
        }

        public void setCost(BigDecimal cost) {
            this.cost = cost;
        }
    }

    @Entity(name = "author")
    public static class Author {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        private Long id;
        private String name;
        @OneToMany
        private final List<Book> books = new ArrayList<>();

        protected Author() {
        }

        public Author(String name, Book... books) {
            this.name = name;
            this.books.addAll(List.of(books));
        }

        public Long getId() {
            return id;
        }

        public String getName() {
            return name;
        }

        public List<Book> getBooks() {
            return books;
        }
    }

    public interface Books extends JpaRepository<Book, Long> {
    }

    public interface Authors extends JpaRepository<Author, Long> {
    }

    // region entity-in
    @RestController
    static class EntityController {

        private final Books books;

        EntityController(Books books) {
            this.books = books;
        }

        @PutMapping("/entity/books/{id}")
        Book change(@PathVariable Long id, @RequestBody Book book) {
            book.setId(id);
            return books.save(book);
        }
    }
    // endregion entity-in

    // region record-in
    record BookChange(@NotBlank @Size(max = 255) String title,
            @NotNull @Positive @Digits(integer = 8, fraction = 2) BigDecimal price) {
    }

    record BookView(Long id, String title, BigDecimal price) {
    }

    @RestController
    static class RecordController {

        private final Books books;

        RecordController(Books books) {
            this.books = books;
        }

        @PutMapping("/record/books/{id}")
        @Transactional
        public BookView change(@PathVariable Long id, @RequestBody @Valid BookChange change) {
            Book book = books.findById(id)
                    .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
            book.setTitle(change.title());
            book.setPrice(change.price());
            return new BookView(id, book.getTitle(), book.getPrice());
        }
    }
    // endregion record-in

    // region view
    @RestController
    static class PoolController {

        private final Authors authors;
        private final HikariDataSource pool;

        PoolController(Authors authors, HikariDataSource pool) {
            this.authors = authors;
            this.pool = pool;
        }

        /** 读一行，然后做一件费时的事；这里做的是看一眼连接池。 */
        @GetMapping("/authors/{id}/pool")
        Map<String, Integer> pool(@PathVariable Long id) {
            authors.findById(id).orElseThrow();
            return Map.of("借出的连接", pool.getHikariPoolMXBean().getActiveConnections());
        }
    }
    // endregion view
}
