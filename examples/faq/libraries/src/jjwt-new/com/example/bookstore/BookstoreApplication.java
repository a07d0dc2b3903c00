package com.example.bookstore;

import io.jsonwebtoken.Jwts;

public class BookstoreApplication {

    public static void main(String[] args) {
        System.out.println("token: " + Jwts.builder().subject("reader").signWith(Jwts.SIG.HS256.key().build()).compact());
    }
}
