package com.example.bookstore.messaging;

import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.amqp.support.converter.MessageConverter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

// region names
@Configuration(proxyBeanMethods = false)
public class Messaging {

    public static final String ORDERS = "chapter14.orders";
    public static final String PLACED = "order.placed";
    public static final String MAIL = "chapter14.mail";
    // endregion names

    // region declare
    @Bean
    DirectExchange orders() {
        return new DirectExchange(ORDERS);
    }

    @Bean
    Queue mailQueue() {
        return QueueBuilder.durable(MAIL).build();
    }

    @Bean
    Binding mailGetsPlacedOrders(DirectExchange orders, Queue mailQueue) {
        return BindingBuilder.bind(mailQueue).to(orders).with(PLACED);
    }
    // endregion declare

    // region json
    @Bean
    MessageConverter json() {
        return new JacksonJsonMessageConverter();
    }
    // endregion json
}
