package com.example.bookstore;

public record Book(int id, String title, String author) {
}
