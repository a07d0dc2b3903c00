package com.example.bookstore.shop;

record NewOrder(String email, String book, long cents) {
}
