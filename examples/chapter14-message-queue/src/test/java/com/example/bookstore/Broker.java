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

    public final CachingConnectionFactory connections =
            new CachingConnectionFactory(Service.RABBITMQ.host(), Service.RABBITMQ.port());
    public final RabbitAdmin admin;
    public final RabbitTemplate rabbit;
    private final String probe;
    private final boolean shop;

    /** For a class that is a {@link SharedBroker}. */
    public Broker() {
        this("chapter14.probe", false);
    }

    /** For a class that uses {@link ShopQueues}: its probe is another queue than that of the rest. */
    public static Broker ofShop() {
        return new Broker("chapter14.shop.probe", true);
    }

    private Broker(String probe, boolean shop) {
        this.probe = probe;
        this.shop = shop;
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        rabbit = new RabbitTemplate(connections);
        rabbit.setMessageConverter(new org.springframework.amqp.support.converter.JacksonJsonMessageConverter());
        admin = new RabbitAdmin(connections);
        clean();
    }

    /** A durable queue, new and empty: {@code chapter14.probe}, or {@code chapter14.shop.probe}. */
    public String probe(Map<String, Object> arguments) {
        admin.deleteQueue(probe);
        return admin.declareQueue(new Queue(probe, true, false, false, arguments));
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
        List.of(probe, probe + ".dead").forEach(admin::deleteQueue);
        if (shop) {
            List.of(Messaging.MAIL, PointsMessaging.POINTS, PointsMessaging.DEAD).forEach(admin::deleteQueue);
            admin.deleteExchange(Messaging.ORDERS);
        }
    }

    @Override
    public void close() {
        clean();
        connections.destroy();
    }
}
