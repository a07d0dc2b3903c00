package com.example.bookstore;

import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

public class BookstoreApplication {

    public static void main(String[] args) {
        PasswordEncoder encoder = new BCryptPasswordEncoder();
        String password = "let-me-read";
        String hash = encoder.encode(password);
        System.out.println("stored as it is: " + encoder.matches(password, password));
        System.out.println("cut off: " + encoder.matches(password, hash.substring(0, 50)));
        System.out.println("with a prefix: " + encoder.matches(password, "{bcrypt}" + hash));
        System.out.println("hashed: " + encoder.matches(password, hash));
    }
}
