package com.example.bookstore.catalog;

import java.time.LocalDate;

public record Book(long id, String title, LocalDate publishedOn) {
}
