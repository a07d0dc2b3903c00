package com.example.bookstore.picture;

/** What was uploaded cannot be taken; the message is for the author. */
public class NotAPictureException extends Exception {

    private static final long serialVersionUID = 1L;

    NotAPictureException(String message) {
        super(message);
    }
}
