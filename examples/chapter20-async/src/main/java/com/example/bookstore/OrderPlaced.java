package com.example.bookstore;

public record OrderPlaced(String orderId) {
}
