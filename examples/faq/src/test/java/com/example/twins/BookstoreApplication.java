package com.example.twins;

import org.springframework.boot.SpringBootConfiguration;

/** One of two applications in this package. */
@SpringBootConfiguration
public class BookstoreApplication {
}
