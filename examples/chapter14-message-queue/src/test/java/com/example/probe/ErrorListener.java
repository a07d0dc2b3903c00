package com.example.probe;

import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

/** A listener that throws an {@link Error}, as one does whose class path lacks something; the rest is as by default. */
public final class ErrorListener {

    private ErrorListener() {
    }

    public static void main(String[] args) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(
                new CachingConnectionFactory(args[0], Integer.parseInt(args[1])));
        container.setQueueNames(args[2]);
        container.setMessageListener(message -> {
            throw new NoClassDefFoundError("com/example/bookstore/Gone");
        });
        container.start();
    }
}
