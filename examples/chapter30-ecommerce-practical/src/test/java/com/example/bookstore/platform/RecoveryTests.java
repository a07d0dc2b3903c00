package com.example.bookstore.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.Place;
import com.example.chaos.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.ListenerContainerConsumerFailedEvent;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@DisplayName("RabbitMQ 回来之后，接着收消息")
@RequiresService(Service.RABBITMQ)
class RecoveryTests {

    private static final int BROKEN = 2;

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final String queue = "ch30.recovery." + UUID.randomUUID();
    private final List<CachingConnectionFactory> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(CachingConnectionFactory::destroy);
    }

    private CachingConnectionFactory connections(String host, int port) {
        CachingConnectionFactory connections = new CachingConnectionFactory(host, port);
        opened.add(connections);
        return connections;
    }

    /** Loses its connection; at the next ones RabbitMQ dies after the client has told its password. */
    private void killedInHandshakes(TcpProxy proxy, SimpleMessageListenerContainer container) {
        container.start();
        Place.await(container::isActive);
        Place.await(() -> container.getActiveConsumerCount() == 1);
        proxy.breakHandshakes(BROKEN);
        proxy.cut(0);
    }

    @Test
    @DisplayName("RabbitMQ 死在握手中途：客户端猜是密码错了，默认从此不再收；书店的设置接着连")
    void killedInHandshake() throws InterruptedException {
        CachingConnectionFactory direct = connections(Service.RABBITMQ.host(), Service.RABBITMQ.port());
        RabbitAdmin admin = new RabbitAdmin(direct);
        admin.declareQueue(new Queue(queue));
        try {
            try (TcpProxy proxy = new TcpProxy(Service.RABBITMQ.host(), Service.RABBITMQ.port())) {
                SimpleMessageListenerContainer byDefault = container(proxy);
                byDefault.setRecoveryInterval(100);
                killedInHandshakes(proxy, byDefault);
                Place.await(() -> byDefault.getActiveConsumerCount() == 0 && proxy.breaking() < BROKEN);
                Place.await(() -> !byDefault.isRunning());
            }
            try (TcpProxy proxy = new TcpProxy(Service.RABBITMQ.host(), Service.RABBITMQ.port())) {
                SimpleMessageListenerContainer ours = container(proxy);
                new PlatformConfiguration().recovery().configure(ours);
                killedInHandshakes(proxy, ours);
                Place.await(() -> proxy.breaking() == 0);
                new RabbitTemplate(direct).convertAndSend("", queue, "后来的");
                assertThat(received.poll(60, TimeUnit.SECONDS)).isEqualTo("后来的");
                ours.stop();
            }
        }
        finally {
            admin.deleteQueue(queue);
        }
    }

    @Test
    @DisplayName("密码真的错了，书店的设置也一直连下去")
    void wrongPassword() {
        CachingConnectionFactory wrong = connections(Service.RABBITMQ.host(), Service.RABBITMQ.port());
        wrong.setPassword("wrong");
        SimpleMessageListenerContainer ours = container(wrong);
        new PlatformConfiguration().recovery().configure(ours);
        AtomicInteger failures = new AtomicInteger();
        ours.setApplicationEventPublisher(event -> {
            if (event instanceof ListenerContainerConsumerFailedEvent) {
                failures.incrementAndGet();
            }
        });
        ours.start();
        try {
            Place.await(() -> failures.get() >= 3);
            assertThat(ours.isRunning()).isTrue();
        }
        finally {
            ours.stop();
        }
    }

    private SimpleMessageListenerContainer container(TcpProxy proxy) {
        return container(connections("127.0.0.1", proxy.port()));
    }

    private SimpleMessageListenerContainer container(CachingConnectionFactory connections) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(queue);
        container.setMessageListener(message -> received.add(new String(message.getBody(), StandardCharsets.UTF_8)));
        container.afterPropertiesSet();
        return container;
    }
}
