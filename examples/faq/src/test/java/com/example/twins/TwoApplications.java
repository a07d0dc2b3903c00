package com.example.twins;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/** This package holds two applications; TestErrorsTest runs it and expects the error. */
@SpringBootTest
public class TwoApplications {

    @Test
    void contextLoads() {
    }
}
