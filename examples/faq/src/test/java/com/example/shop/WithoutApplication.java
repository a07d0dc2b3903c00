package com.example.shop;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/** Neither this package nor those above it hold an application; TestErrorsTest runs it and expects the error. */
@SpringBootTest
public class WithoutApplication {

    @Test
    void contextLoads() {
    }
}
