package com.example.bookstore;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.rabbitmq.client.Channel;
import org.springframework.amqp.core.AnonymousQueue;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.handler.annotation.Header;

@SpringBootApplication
public class BookstoreApplication {

    private static final CountDownLatch RECEIVED = new CountDownLatch(2);

    private static final CountDownLatch CLOSED = new CountDownLatch(1);

    /** Goes with the connection. */
    @Bean
    static Queue orders() {
        return new AnonymousQueue();
    }

    /** Acknowledges by itself; whether the container does too, the configuration says. */
    @RabbitListener(queues = "#{orders.name}")
    void receive(String title, Channel channel, @Header(AmqpHeaders.DELIVERY_TAG) long tag) throws IOException {
        channel.addShutdownListener(cause -> CLOSED.countDown());
        channel.basicAck(tag, false);
        RECEIVED.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            String queue = context.getBean(Queue.class).getName();
            RabbitTemplate rabbit = context.getBean(RabbitTemplate.class);
            // One at a time: the second comes when the broker has accepted the acknowledgement of the first.
            rabbit.convertAndSend(queue, "活着");
            rabbit.convertAndSend(queue, "兄弟");
            boolean manual = context.getEnvironment()
                    .getProperty("spring.rabbitmq.listener.simple.acknowledge-mode", "auto").equals("manual");
            System.out.println((manual ? RECEIVED : CLOSED).await(30, TimeUnit.SECONDS)
                    ? manual ? "both received" : "channel closed" : "nothing happened");
        }
    }
}
