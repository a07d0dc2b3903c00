package com.example.probe;

import java.util.concurrent.CountDownLatch;

import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

/** A listener that takes a message, says so, and never ends; its heartbeat is {@value #HEARTBEAT} seconds. */
public final class HoldingListener {

    static final int HEARTBEAT = 2;

    private HoldingListener() {
    }

    public static void main(String[] args) {
        CachingConnectionFactory connections = new CachingConnectionFactory(args[0], Integer.parseInt(args[1]));
        connections.setRequestedHeartBeat(HEARTBEAT);
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
