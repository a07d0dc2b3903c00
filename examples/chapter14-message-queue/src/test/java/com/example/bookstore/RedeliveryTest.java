package com.example.bookstore;

import static java.nio.charset.StandardCharsets.UTF_8;
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
    /** 监听器遇到坏消息就抛异常，看它来了几次；放回队列的没有完，数到一百次就停下。 */
    private static int deliveries(Broker broker, boolean requeue) {
        String queue = broker.probe(Map.of());
        AtomicInteger bad = new AtomicInteger();
        AtomicInteger good = new AtomicInteger();
        SimpleMessageListenerContainer container = container(broker, queue, message -> {
            if (new String(message.getBody(), UTF_8).contains("好的")) {
                good.incrementAndGet();
                return;
            }
            bad.incrementAndGet();
            throw new IllegalStateException("邮箱地址写错了");
        });
        container.setPrefetchCount(1); // 一次取一条：坏的放回队头，就轮不到后面那条好的
        container.setDefaultRequeueRejected(requeue);
        broker.rabbit.convertAndSend("", queue, "坏的");
        broker.rabbit.convertAndSend("", queue, "好的");
        Broker.await(() -> broker.ready(queue) == 2);
        container.start();
        Broker.await(() -> bad.get() >= 100 || good.get() == 1);
        container.stop();
        return bad.get();
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
    @DisplayName("默认放回队列，来了一百次还没完，后面的轮不到，停下来时消息还在；改成不放回，一次就没了；抛的是 Error，进程以 99 退出，消息还在")
    void endless() {
        try (Broker broker = new Broker()) {
            assertThat(deliveries(broker, true)).isGreaterThanOrEqualTo(100);
            Broker.await(() -> broker.ready("chapter14.probe") == 2);
            int once = deliveries(broker, false);
            assertThat(once).isEqualTo(1);
            assertThat(broker.ready("chapter14.probe")).isZero();
            Recording.check("redelivery.txt", new Table("default-requeue-rejected", "坏消息来了", "停下时坏消息")
                    .row("true（默认）", "没完，数到 100 次停下", "还在").row("false", "1 次", "没有了").toString());

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
