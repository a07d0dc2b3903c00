package com.example.bookstore;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A blog with three accounts, empty before each test. */
@BlogTest
abstract class Support {

    @LocalServerPort
    int port;

    @Autowired
    Fixture blog;

    @BeforeEach
    void reset() {
        blog.reset();
    }

    Visitor visitor() {
        return new Visitor(port);
    }

    Visitor login(String username) {
        return visitor().login(username);
    }
}
