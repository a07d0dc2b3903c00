package com.example.slice;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application whose {@code @EnableCaching} is in a configuration of its own. */
@SpringBootApplication
public class ShopApplication {
}
