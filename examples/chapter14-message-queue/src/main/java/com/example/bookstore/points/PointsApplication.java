package com.example.bookstore.points;

import com.example.bookstore.messaging.Messaging;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Gives points for orders: a second listener of the same messages, in a process of its own. */
@SpringBootApplication
@Import(Messaging.class)
public class PointsApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(PointsApplication.class);
        application.setAdditionalProfiles("points");
        application.run(args);
    }
}
