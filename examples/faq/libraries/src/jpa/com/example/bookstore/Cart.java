package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;

/** Its number is given by the program, not by the database. */
@Entity
public class Cart {

    @Id
    private String number;

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn
    private List<Item> items = new ArrayList<>();

    protected Cart() {
    }

    Cart(String number) {
        this.number = number;
    }

    /** Puts another list in the place of Hibernate's. */
    void replace(List<Item> items) {
        this.items = items;
    }

    void refill(List<Item> items) {
        this.items.clear();
        this.items.addAll(items);
    }

    @Entity
    public static class Item {

        @Id
        @GeneratedValue
        private Long id;

        @Column(nullable = false)
        private String isbn;

        protected Item() {
        }

        Item(String isbn) {
            this.isbn = isbn;
        }
    }
}
