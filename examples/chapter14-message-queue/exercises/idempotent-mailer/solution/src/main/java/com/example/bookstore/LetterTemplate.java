package com.example.bookstore;

/** Writes the text of a letter; takes its time. */
public interface LetterTemplate {

    String write(String email);
}
