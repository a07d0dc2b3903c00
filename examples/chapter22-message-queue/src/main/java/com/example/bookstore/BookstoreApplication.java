package com.example.bookstore;

import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.config.TopicBuilder;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }

    // region topic
    @Bean
    NewTopic orders(@Value("${bookstore.topic}") String name) {
        return TopicBuilder.name(name).partitions(3).replicas(1).build();
    }
    // endregion topic
}
