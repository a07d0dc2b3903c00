package com.example.bookstore.order;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;

// region all
@Entity
public class StockMovement {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "stock_movement_seq")
    @SequenceGenerator(name = "stock_movement_seq", allocationSize = 50)
    private Long id;
    // endregion all
    private long bookId;
    private int amount;

    protected StockMovement() {
        // for Hibernate
    }

    public StockMovement(long bookId, int amount) {
        this.bookId = bookId;
        this.amount = amount;
    }

    public Long getId() {
        return id;
    }
}
