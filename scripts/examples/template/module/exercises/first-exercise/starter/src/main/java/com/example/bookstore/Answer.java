package com.example.bookstore;

// chapter-new-unfilled: the exercise's own class
public class Answer {

    public int value() {
        return 0;
    }
}
