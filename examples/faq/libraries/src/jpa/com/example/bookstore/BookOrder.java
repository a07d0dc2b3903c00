package com.example.bookstore;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
public class BookOrder {

    @Id
    @GeneratedValue
    private Long id;

    @ManyToOne(cascade = CascadeType.PERSIST, fetch = FetchType.LAZY)
    private Customer customer;

    @ManyToOne
    private Book book;

    protected BookOrder() {
    }

    BookOrder(Customer customer, Book book) {
        this.customer = customer;
        this.book = book;
    }

    public Customer getCustomer() {
        return customer;
    }
}
