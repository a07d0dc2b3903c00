package com.example.bookstore;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Lacks a constructor without parameters: it can be saved, and not be read. */
@Entity
public class Coupon {

    @Id
    private String code;

    Coupon(String code) {
        this.code = code;
    }
}
