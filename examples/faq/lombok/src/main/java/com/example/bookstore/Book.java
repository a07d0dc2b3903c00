package com.example.bookstore;

import lombok.Getter;

@Getter
public class Book {

    private String title = "";
}
