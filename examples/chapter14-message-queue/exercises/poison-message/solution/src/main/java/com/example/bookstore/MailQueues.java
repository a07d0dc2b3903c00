package com.example.bookstore;

import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class MailQueues {

    public static final String MAIL = "chapter14.exercise.mail";
    public static final String DEAD = "chapter14.exercise.mail.dead";

    // region solution
    @Bean
    Queue mailQueue() {
        return QueueBuilder.durable(MAIL)
                .deadLetterExchange("").deadLetterRoutingKey(DEAD)
                .build();
    }

    @Bean
    Queue deadMailQueue() {
        return QueueBuilder.durable(DEAD).build();
    }
    // endregion solution
}
