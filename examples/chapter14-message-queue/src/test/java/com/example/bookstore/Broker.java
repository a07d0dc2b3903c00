package com.example.bookstore;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import com.example.book.Service;
import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.points.PointsMessaging;
import org.awaitility.Awaitility;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueInformation;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** The tests' own connection to the broker; closing it deletes what this chapter made there. */
public final class Broker implements AutoCloseable {

    public static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<String> OURS = List.of(Messaging.MAIL, PointsMessaging.POINTS, PointsMessaging.DEAD,
            "chapter14.probe", "chapter14.probe.dead");

    public final CachingConnectionFactory connections =
            new CachingConnectionFactory(Service.RABBITMQ.host(), Service.RABBITMQ.port());
    public final RabbitAdmin admin;
    public final RabbitTemplate rabbit;

    public Broker() {
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        rabbit = new RabbitTemplate(connections);
        rabbit.setMessageConverter(new org.springframework.amqp.support.converter.JacksonJsonMessageConverter());
        admin = new RabbitAdmin(connections);
        clean();
    }

    /** A durable queue called {@code chapter14.probe}, new and empty. */
    public String probe(Map<String, Object> arguments) {
        admin.deleteQueue("chapter14.probe");
        return admin.declareQueue(new Queue("chapter14.probe", true, false, false, arguments));
    }

    /** Messages ready in a queue, not those a listener holds. */
    public long ready(String queue) {
        QueueInformation information = admin.getQueueInfo(queue);
        return information == null ? -1 : information.getMessageCount();
    }

    /** Waits until somebody listens to a queue: by then its bindings are there as well. */
    public void awaitConsumer(String queue) {
        await(() -> {
            QueueInformation information = admin.getQueueInfo(queue);
            return information != null && information.getConsumerCount() > 0;
        });
    }

    public static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    private void clean() {
        OURS.forEach(admin::deleteQueue);
        admin.deleteExchange(Messaging.ORDERS);
    }

    @Override
    public void close() {
        clean();
        connections.destroy();
    }
}
