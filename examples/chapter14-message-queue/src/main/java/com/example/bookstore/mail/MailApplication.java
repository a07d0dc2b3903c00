package com.example.bookstore.mail;

import com.example.bookstore.messaging.Messaging;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

// region application
@SpringBootApplication
@Import(Messaging.class)
public class MailApplication {

    public static void main(String[] args) {
        SpringApplication.run(MailApplication.class, args);
    }
}
// endregion application
