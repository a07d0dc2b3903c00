package com.example.bookstore;

import com.example.book.Recording;

import org.junit.jupiter.api.Test;

// chapter-new-unfilled: tests that prove what the chapter says
class GreetingTest {

    @Test
    void greetingIsRecorded() {
        Recording.check("greeting.txt", BookstoreApplication.greeting());
    }
}
