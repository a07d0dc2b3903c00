package com.example.leaky;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The bookstore with one shortcut through a module's wall. */
@SpringBootApplication
public class LeakyApplication {
}
