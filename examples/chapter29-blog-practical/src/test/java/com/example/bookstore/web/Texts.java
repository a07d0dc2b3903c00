package com.example.bookstore.web;

import java.util.List;

import com.example.bookstore.post.PostForm;

/** The sample posts. */
public final class Texts {

    private Texts() {
    }

    public static List<PostForm> sample() {
        return Sample.texts();
    }
}
