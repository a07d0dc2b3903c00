package com.example.bookstore.shop;

import com.example.bookstore.mail.SlowMail;
import com.example.bookstore.messaging.Messaging;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The shop: takes orders. The listeners are applications of their own. */
@SpringBootApplication
@Import({Messaging.class, SlowMail.class})
public class ShopApplication {

    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }
}
