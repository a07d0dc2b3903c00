package com.example.bookstore;

public interface Notifier {

    void send(String text);
}
