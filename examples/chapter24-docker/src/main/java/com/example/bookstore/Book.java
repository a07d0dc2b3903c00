package com.example.bookstore;

public record Book(long id, String title, int cents) {
}
