package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Version;

@Entity
public class Customer {

    @Id
    @GeneratedValue
    private Long id;

    @Version
    private int version;

    private String name;

    @OneToMany(mappedBy = "customer")
    private List<BookOrder> orders = new ArrayList<>();

    @ElementCollection
    private List<String> addresses = new ArrayList<>();

    protected Customer() {
    }

    Customer(String name) {
        this.name = name;
    }

    /** With an id of the caller's, as a form or another system sends it. */
    Customer(Long id, String name) {
        this(name);
        this.id = id;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public List<BookOrder> getOrders() {
        return orders;
    }
}
