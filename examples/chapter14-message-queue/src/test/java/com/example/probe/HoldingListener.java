package com.example.probe;

import java.util.concurrent.CountDownLatch;

import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

/** A listener that takes a message, says so, and never ends; its heartbeat is a second. */
public final class HoldingListener {

    private HoldingListener() {
    }

    public static void main(String[] args) {
        CachingConnectionFactory connections = new CachingConnectionFactory(args[0], Integer.parseInt(args[1]));
        connections.setRequestedHeartBeat(1);
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(args[2]);
        container.setMessageListener(message -> {
            System.out.println("收到了");
            try {
                new CountDownLatch(1).await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        container.start();
    }
}
