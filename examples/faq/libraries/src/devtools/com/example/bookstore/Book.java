package com.example.bookstore;

import java.io.Serializable;

public record Book(String title) implements Serializable {
}
