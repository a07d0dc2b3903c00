package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.shop.ConfirmedSender;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@DisplayName("RabbitMQ 自己被杀，再启动")
@WritesLog
class RestartTest {

    private static final int ORDERS = 1000;

    @TempDir
    static Path folder;

    private static OwnBroker broker;

    @BeforeAll
    static void start() {
        broker = new OwnBroker(folder);
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    @DisplayName("一边发一边收，RabbitMQ 被 kill -9 再启动：等确认、没有确认就重发的一条不少；默认的发法与不落盘的丢了")
    void killedUnderLoad() throws Exception {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port);
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        CachingConnectionFactory plainConnections = new CachingConnectionFactory("127.0.0.1", broker.port);
        try {
            measure(connections, new RabbitTemplate(plainConnections));
        }
        finally {
            connections.destroy();
            plainConnections.destroy();
        }
    }

    @Test
    @DisplayName("监听器太久不确认，过了 consumer_timeout：它还在做，消息已经放回队列；做完之后同一条又来一遍")
    void heldTooLong() throws Exception {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port);
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        CountDownLatch mayFinish = new CountDownLatch(1);
        try {
            RabbitAdmin admin = new RabbitAdmin(connections);
            admin.declareQueue(new Queue("held", true));
            AtomicInteger deliveries = new AtomicInteger();
            container.setQueueNames("held");
            container.setRecoveryInterval(100);
            container.setMessageListener(message -> {
                if (deliveries.incrementAndGet() == 1) {
                    awaitQuietly(mayFinish);
                }
            });
            container.start();
            new RabbitTemplate(connections).convertAndSend("", "held", "一条消息");
            Broker.await(() -> deliveries.get() == 1);
            Broker.await(() -> count(admin, "held") == 1);
            mayFinish.countDown();
            Broker.await(() -> deliveries.get() == 2);
        }
        finally {
            mayFinish.countDown();
            container.stop();
            connections.destroy();
        }
    }

    @Test
    @DisplayName("确认的时限从发给消费者算起：每一条都做得很快，预取在手里等的还是过了时限，又来一遍；一次取一条就不会")
    void prefetchedTooLong() throws Exception {
        assertThat(deliveries(250)).isGreaterThan(8);
        assertThat(deliveries(1)).isEqualTo(8);
    }

    /** 八条消息，每条做两百毫秒，时限是一秒；返回一共来了几次。 */
    private static int deliveries(int prefetch) throws Exception {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port);
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        try {
            String queue = "prefetched" + prefetch;
            RabbitAdmin admin = new RabbitAdmin(connections);
            admin.declareQueue(new Queue(queue, true));
            RabbitTemplate rabbit = new RabbitTemplate(connections);
            for (int i = 0; i < 8; i++) {
                rabbit.convertAndSend("", queue, String.valueOf(i));
            }
            Broker.await(() -> count(admin, queue) == 8);
            AtomicInteger deliveries = new AtomicInteger();
            Set<String> handled = ConcurrentHashMap.newKeySet();
            container.setQueueNames(queue);
            container.setPrefetchCount(prefetch);
            container.setRecoveryInterval(100);
            container.setMessageListener(message -> {
                deliveries.incrementAndGet();
                pause(Duration.ofMillis(200));
                handled.add(new String(message.getBody()));
            });
            container.start();
            Broker.await(() -> handled.size() == 8);
            return deliveries.get();
        }
        finally {
            container.stop();
            connections.destroy();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static void measure(CachingConnectionFactory connections, RabbitTemplate plain) throws Exception {
        RabbitAdmin admin = new RabbitAdmin(connections);
        for (String queue : new String[] {"orders", "plain", "persistent", "transient"}) {
            admin.declareQueue(new Queue(queue, true));
        }
        RabbitTemplate rabbit = new RabbitTemplate(connections);
        rabbit.setMandatory(true);
        List<String> said = new CopyOnWriteArrayList<>();
        ConfirmedSender sender = new ConfirmedSender(rabbit, Duration.ofSeconds(10)) {
            @Override
            public void send(String exchange, String routingKey, Object message) {
                try {
                    super.send(exchange, routingKey, message);
                }
                catch (AmqpException ex) {
                    said.add(String.valueOf(ex.getMessage()));
                    throw ex;
                }
            }
        };
        for (int i = 0; i < 100; i++) {
            sender.send("", "persistent", "订单");
        }
        RabbitTemplate inMemory = new RabbitTemplate(connections);
        inMemory.setMandatory(true);
        inMemory.setBeforePublishPostProcessors(message -> {
            message.getMessageProperties().setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT);
            return message;
        });
        ConfirmedSender careless = new ConfirmedSender(inMemory, Duration.ofSeconds(10));
        for (int i = 0; i < 100; i++) {
            careless.send("", "transient", "订单");
        }
        plain.convertAndSend("", "plain", "0"); // 先把连接与通道建好
        Broker.await(() -> admin.getQueueInfo("plain").getMessageCount() == 1);
        admin.purgeQueue("plain");

        Set<Integer> received = ConcurrentHashMap.newKeySet();
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames("orders");
        container.setRecoveryInterval(200);
        container.setMessageListener(message -> received.add(Integer.parseInt(new String(message.getBody()))));
        container.start();
        AtomicInteger confirmed = new AtomicInteger();
        Thread shop = Thread.ofPlatform().start(() -> sendAll(sender, confirmed));

        Broker.await(() -> confirmed.get() >= ORDERS / 4);
        broker.freeze();
        for (int i = 0; i < 100; i++) {
            plain.convertAndSend("", "plain", "订单"); // 一次异常也没有
        }
        broker.kill();
        int before = confirmed.get();
        assertThat(before).isLessThan(ORDERS);
        broker.start();
        assertThat(shop.join(Duration.ofSeconds(60))).isTrue();
        Broker.await(() -> received.size() == ORDERS);
        container.stop();
        // It was killed: nobody can tell whether it took the message, so nobody says that it refused it.
        assertThat(said).isNotEmpty().noneMatch(why -> why.contains("拒收"));

        Table table = new Table("RabbitMQ 被 kill -9，再启动", "发出", "启动之后");
        table.row("等确认，没有确认就重发；消费者一直在收", ORDERS, "收到 " + received.size() + " 笔不同的");
        table.row("默认的发法，被杀之前的一刻发的", 100, "队列里 " + count(admin, "plain"));
        table.row("PERSISTENT，被杀之前确认过", 100, "队列里 " + count(admin, "persistent"));
        table.row("NON_PERSISTENT，被杀之前确认过", 100, "队列里 " + count(admin, "transient"));
        assertThat(count(admin, "plain")).isZero();
        assertThat(count(admin, "persistent")).isEqualTo(100);
        assertThat(count(admin, "transient")).isZero();
        Recording.check("restart.txt", table.toString());
    }

    private static long count(RabbitAdmin admin, String queue) {
        return admin.getQueueInfo(queue).getMessageCount();
    }

    // region resend
    /** 一条没有确认，就再发这一条：它可能已经到了，所以会重复，但是不会少。 */
    private static void sendAll(ConfirmedSender sender, AtomicInteger confirmed) {
        for (int order = 1; order <= ORDERS;) {
            try {
                sender.send("", "orders", String.valueOf(order));
                confirmed.incrementAndGet();
                order++;
            }
            catch (AmqpException ex) {
                pause(Duration.ofMillis(200)); // RabbitMQ 停着，等一下再试
            }
        }
    }
    // endregion resend

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
}
