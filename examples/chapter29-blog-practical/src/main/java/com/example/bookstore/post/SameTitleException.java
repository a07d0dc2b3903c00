package com.example.bookstore.post;

/** No address is left for one more post of this title; the message is for the author. */
public class SameTitleException extends RuntimeException {

    SameTitleException(String message) {
        super(message);
    }
}
