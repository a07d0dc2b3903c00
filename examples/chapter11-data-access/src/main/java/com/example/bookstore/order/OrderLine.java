package com.example.bookstore.order;

import com.example.bookstore.catalog.BookEntity;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
public class OrderLine {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private Order order;
    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private BookEntity book;
    private int quantity;

    protected OrderLine() {
        // for Hibernate
    }

    OrderLine(Order order, BookEntity book, int quantity) {
        this.order = order;
        this.book = book;
        this.quantity = quantity;
    }

    public BookEntity getBook() {
        return book;
    }

    public int getQuantity() {
        return quantity;
    }
}
