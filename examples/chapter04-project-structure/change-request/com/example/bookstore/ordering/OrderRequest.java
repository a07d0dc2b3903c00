package com.example.bookstore.ordering;

record OrderRequest(String isbn, int quantity, String message) {
}
