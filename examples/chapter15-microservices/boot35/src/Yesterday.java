package com.example.order;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Asks for the book twice, and says what came. */
@SpringBootApplication
public class Yesterday {

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Yesterday.class, args)) {
            CatalogClient catalog = context.getBean(CatalogClient.class);
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println("SAID " + catalog.book("9787536692930"));
                }
                catch (RuntimeException ex) {
                    System.out.println("SAID " + ex.getCause());
                }
            }
        }
    }
}
