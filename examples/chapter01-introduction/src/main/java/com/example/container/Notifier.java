package com.example.container;

public interface Notifier {

    void send(String text);
}
