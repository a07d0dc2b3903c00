package com.example.twins;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/** The same test, which says which application it wants. */
@SpringBootTest(classes = BookstoreApplication.class)
public class OneOfTwo {

    @Test
    void contextLoads() {
    }
}
