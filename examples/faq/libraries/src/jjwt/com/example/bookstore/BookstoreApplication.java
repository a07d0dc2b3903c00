package com.example.bookstore;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;

public class BookstoreApplication {

    public static void main(String[] args) {
        System.out.println("token: " + Jwts.builder().setSubject("reader")
                .signWith(SignatureAlgorithm.HS256, "bGV0LW1lLXJlYWQ=").compact());
    }
}
