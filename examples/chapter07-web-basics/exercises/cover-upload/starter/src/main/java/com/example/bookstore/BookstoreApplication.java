package com.example.bookstore;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class BookstoreApplication {
}
