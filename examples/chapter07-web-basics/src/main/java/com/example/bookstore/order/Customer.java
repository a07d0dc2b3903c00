package com.example.bookstore.order;

public record Customer(String name) {
}
