package com.example.bookstore.catalog;

import java.math.BigDecimal;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

// region entity
/** 书的一行在内存里的样子，由 Hibernate 管理。 */
@Entity
@Table(name = "book")
public class BookEntity {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;
    private String isbn;
    private String title;
    private BigDecimal price;
    private int stock;
    @Version
    private long version;

    protected BookEntity() {
        // 给 Hibernate 用：它先建空对象，再填字段
    }
    // endregion entity

    static BookEntity of(Book book) {
        BookEntity entity = new BookEntity();
        entity.id = book.id();
        entity.isbn = book.isbn();
        entity.title = book.title();
        entity.price = book.price();
        entity.stock = book.stock();
        entity.version = book.version();
        return entity;
    }

    public Book toBook() {
        return new Book(id, isbn, title, price, stock, version);
    }

    public Long getId() {
        return id;
    }

    public String getTitle() {
        return title;
    }

    public void setTitle(String title) {
        this.title = title;
    }

    public int getStock() {
        return stock;
    }

    public void setStock(int stock) {
        this.stock = stock;
    }
}
