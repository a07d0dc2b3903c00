package com.example.bookstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.rabbitmq.client.Channel;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.Header;

@RequiresService(Service.RABBITMQ)
@DisplayName("三种确认的方式")
@SharedBroker
@CapturedLog
@Order(1)
class AckModeTest {

    /** One message, the listener called at least once, then stopped: what is left in the queue. */
    private static long left(Broker broker, AcknowledgeMode mode, ChannelAwareMessageListener listener) {
        String queue = broker.probe(Map.of());
        AtomicInteger calls = new AtomicInteger();
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setAcknowledgeMode(mode);
        container.setReceiveTimeout(100); // stopping waits for it to end, a second by default
        container.setMessageListener((ChannelAwareMessageListener) (message, channel) -> {
            try {
                listener.onMessage(message, channel);
            }
            finally {
                calls.incrementAndGet();
            }
        });
        container.start();
        broker.rabbit.convertAndSend("", queue, "一条消息");
        Broker.await(() -> calls.get() > 0);
        container.stop();
        Broker.await(() -> broker.admin.getQueueInfo(queue).getConsumerCount() == 0);
        // What was not acknowledged comes back once the channel is closed.
        return broker.rabbit.receive(queue, 500) == null ? 0 : 1;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Acknowledging {

        static final AtomicInteger calls = new AtomicInteger();

        // region manual
        @RabbitListener(queues = "chapter14.probe", ackMode = "MANUAL")
        void on(String email, Channel channel,
                @Header(AmqpHeaders.DELIVERY_TAG) long tag) throws IOException {
            calls.incrementAndGet(); // 这里做事
            channel.basicAck(tag, false); // false：只确认这一条
        }
        // endregion manual
    }

    private static long leftWhenAcknowledged(Broker broker) {
        String queue = broker.probe(Map.of());
        Acknowledging.calls.set(0);
        broker.rabbit.send("", queue, MessageBuilder.withBody("一条消息".getBytes(UTF_8))
                .setContentType("text/plain").setContentEncoding("UTF-8").build());
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Acknowledging.class)
                .web(WebApplicationType.NONE).run()) {
            Broker.await(() -> Acknowledging.calls.get() > 0);
        }
        return broker.rabbit.receive(queue, 500) == null ? 0 : 1;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Later {

        static final List<CompletableFuture<Void>> results = new CopyOnWriteArrayList<>();

        // region later
        @RabbitListener(queues = "chapter14.probe")
        CompletableFuture<Void> on(String email) {
            CompletableFuture<Void> sent = new CompletableFuture<>();
            results.add(sent); // 交给别的线程去做，由它写上结果
            return sent;
        }
        // endregion later
    }

    @Test
    @DisplayName("默认的 AUTO，监听器返回 CompletableFuture：完成了才确认；没完成就停下，回到队列；失败了放回，再来，打开重试也一样")
    void future() {
        try (Broker broker = new Broker()) {
            assertThat(leftWhenLater(broker, 1, result -> result.complete(null))).isZero();
            assertThat(leftWhenLater(broker, 5, result -> result.completeExceptionally(new IllegalStateException())))
                    .isEqualTo(1);
        }
    }

    private static long leftWhenLater(Broker broker, int calls, Consumer<CompletableFuture<Void>> finish) {
        String queue = broker.probe(Map.of());
        Later.results.clear();
        broker.rabbit.send("", queue, MessageBuilder.withBody("一条消息".getBytes(UTF_8))
                .setContentType("text/plain").setContentEncoding("UTF-8").build());
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Later.class)
                .web(WebApplicationType.NONE).run("--spring.rabbitmq.listener.simple.retry.enabled=true",
                        "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")) {
            for (int i = 0; i < calls; i++) {
                int call = i;
                Broker.await(() -> Later.results.size() > call);
                finish.accept(Later.results.get(call));
            }
            if (calls > 1) { // 失败的又来了，这一次没有完成就停下
                Broker.await(() -> Later.results.size() > calls);
            }
        }
        return broker.rabbit.receive(queue, 500) == null ? 0 : 1;
    }

    @Test
    @DisplayName("抛异常：NONE 丢了，AUTO 放回；正常返回却没写 basicAck：MANUAL 停下之后它回到队列")
    void modes() {
        ChannelAwareMessageListener failing = (message, channel) -> {
            throw new IllegalStateException("邮箱地址写错了");
        };
        ChannelAwareMessageListener returning = (message, channel) -> { };
        Table table = new Table("acknowledge-mode", "抛异常", "正常返回", "返回之前 basicAck");
        try (Broker broker = new Broker()) {
            long[] none = {left(broker, AcknowledgeMode.NONE, failing), left(broker, AcknowledgeMode.NONE, returning)};
            long[] auto = {left(broker, AcknowledgeMode.AUTO, failing), left(broker, AcknowledgeMode.AUTO, returning)};
            long[] manual = {left(broker, AcknowledgeMode.MANUAL, failing),
                    left(broker, AcknowledgeMode.MANUAL, returning), leftWhenAcknowledged(broker)};
            assertThat(none).containsExactly(0, 0);
            assertThat(auto).containsExactly(1, 0);
            assertThat(manual).containsExactly(1, 1, 0);
            table.row("NONE", none[0], none[1], "—").row("AUTO（默认）", auto[0], auto[1], "—")
                    .row("MANUAL", manual[0], manual[1], manual[2]);
        }
        Recording.check("ack-modes.txt", table.toString());
    }

    @Test
    @DisplayName("MANUAL 忘了 basicAck：三百条收到 250 条就停了，没有异常，日志里一行也没有")
    void forgotten() {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Logger amqp = (Logger) LoggerFactory.getLogger("org.springframework.amqp");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        Level quiet = root.getLevel();
        Level none = amqp.getLevel();
        try (Broker broker = new Broker()) {
            String queue = broker.probe(Map.of());
            AtomicInteger calls = new AtomicInteger();
            SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
            container.setQueueNames(queue);
            container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
            container.setMessageListener((ChannelAwareMessageListener) (message, channel) -> calls.incrementAndGet());
            for (int i = 0; i < 300; i++) {
                broker.rabbit.convertAndSend("", queue, i);
            }
            Broker.await(() -> broker.ready(queue) == 300);
            // 读者的日志从 INFO 起；本章的测试平时安静得多
            root.setLevel(Level.INFO);
            amqp.setLevel(null);
            root.addAppender(log);
            container.start();
            Awaitility.await().atMost(Broker.LIMIT).during(Duration.ofMillis(500))
                    .until(() -> calls.get() == 250 && broker.ready(queue) == 50);
            assertThat(log.list).isEmpty();
            container.stop();
            Broker.await(() -> broker.ready(queue) == 300);
            assertThat(calls).hasValue(250);
        }
        finally {
            root.detachAppender(log);
            root.setLevel(quiet);
            amqp.setLevel(none);
        }
    }
}
