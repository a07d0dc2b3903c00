package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.probe.ErrorListener;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.MessageListener;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@RequiresService(Service.RABBITMQ)
@DisplayName("监听器抛出异常之后")
@SharedBroker
class RedeliveryTest {

    // region count
    /** 监听器每次都抛异常，看一秒钟里同一条消息来了几次。 */
    private static int deliveriesPerSecond(Broker broker, boolean requeue) {
        String queue = broker.probe(Map.of());
        AtomicInteger deliveries = new AtomicInteger();
        MessageListener failing = message -> {
            deliveries.incrementAndGet();
            throw new IllegalStateException("邮箱地址写错了");
        };
        SimpleMessageListenerContainer container = container(broker, queue, failing);
        container.setDefaultRequeueRejected(requeue);
        container.start();
        broker.rabbit.convertAndSend("", queue, "一条消息");
        Broker.await(() -> deliveries.get() > 0);
        long end = System.nanoTime() + 1_000_000_000L;
        Broker.await(() -> System.nanoTime() >= end);
        container.stop();
        return deliveries.get();
    }
    // endregion count

    private static SimpleMessageListenerContainer container(Broker broker, String queue, MessageListener listener) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setMessageListener(listener);
        container.setShutdownTimeout(2_000);
        return container;
    }

    @Test
    @DisplayName("默认放回队列，一秒一百次以上，停下来时消息还在；改成不放回，一次就没了；抛的是 Error，进程以 99 退出，消息还在")
    void endless() {
        try (Broker broker = new Broker()) {
            int many = deliveriesPerSecond(broker, true);
            assertThat(many).isGreaterThan(100);
            Broker.await(() -> broker.ready("chapter14.probe") == 1);
            int once = deliveriesPerSecond(broker, false);
            assertThat(once).isEqualTo(1);
            assertThat(broker.ready("chapter14.probe")).isZero();
            Recording.check("redelivery.txt", new Table("default-requeue-rejected", "一秒里同一条消息来了", "停下时队列里")
                    .row("true（默认）", "超过 100 次", 1).row("false", "1 次", 0).toString());

            String queue = broker.probe(Map.of());
            broker.rabbit.convertAndSend("", queue, "一条消息");
            ConsoleRun process = ConsoleRun.run(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp", System.getProperty("java.class.path"), ErrorListener.class.getName(),
                    Service.RABBITMQ.host(), "" + Service.RABBITMQ.port(), queue), Recording.module(), null, Map.of());
            assertThat(process.exitCode()).as(process.output()).isEqualTo(99);
            Broker.await(() -> broker.ready(queue) == 1);
        }
    }

    @Test
    @DisplayName("抛 AmqpRejectAndDontRequeueException：默认设置下也只来一次")
    void rejected() {
        try (Broker broker = new Broker()) {
            String queue = broker.probe(Map.of("x-dead-letter-exchange", "",
                    "x-dead-letter-routing-key", "chapter14.probe.dead"));
            broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.probe.dead"));
            AtomicInteger deliveries = new AtomicInteger();
            SimpleMessageListenerContainer container = container(broker, queue, message -> {
                deliveries.incrementAndGet();
                throw new AmqpRejectAndDontRequeueException("再来一百次也处理不了");
            });
            container.start();
            broker.rabbit.convertAndSend("", queue, "一条消息");
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
            container.stop();
            assertThat(deliveries).hasValue(1);
        }
    }
}
