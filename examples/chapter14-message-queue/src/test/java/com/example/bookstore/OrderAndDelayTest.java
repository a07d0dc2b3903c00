package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@RequiresService(Service.RABBITMQ)
@DisplayName("顺序与延迟")
@SharedBroker
class OrderAndDelayTest {

    // region delay
    @Test
    @DisplayName("在等候队列里过期的消息转给目标队列，不早于 500 毫秒")
    void delay() {
        try (Broker broker = new Broker()) {
            broker.admin.declareQueue(new Queue("chapter14.probe.dead"));
            // 没有监听器的队列：消息在这里等到过期，成为死信，死信的去处就是目标
            String waiting = broker.probe(Map.of("x-message-ttl", 500,
                    "x-dead-letter-exchange", "",
                    "x-dead-letter-routing-key", "chapter14.probe.dead"));
            long start = System.nanoTime();
            broker.rabbit.convertAndSend("", waiting, "半秒之后再看");
            Object received = broker.rabbit.receiveAndConvert("chapter14.probe.dead", 10_000);
            assertThat(received).isEqualTo("半秒之后再看");
            assertThat((System.nanoTime() - start) / 1_000_000).isGreaterThanOrEqualTo(500);
        }
    }
    // endregion delay

    @Test
    @DisplayName("单一活跃消费者：两个都连着，一个干活，它停了另一个接上，顺序不变")
    void singleActive() {
        Table table = new Table("发出", "甲处理了", "乙处理了");
        List<Integer> first = new CopyOnWriteArrayList<>();
        List<Integer> second = new CopyOnWriteArrayList<>();
        try (Broker broker = new Broker()) {
            String queue = broker.probe(Map.of("x-single-active-consumer", true));
            SimpleMessageListenerContainer a = collect(broker, queue, first);
            Broker.await(() -> broker.admin.getQueueInfo(queue).getConsumerCount() == 1);
            SimpleMessageListenerContainer b = collect(broker, queue, second);
            Broker.await(() -> broker.admin.getQueueInfo(queue).getConsumerCount() == 2);
            sendInOrder(broker, queue, 0, 20);
            Broker.await(() -> first.size() + second.size() == 20);
            table.row("0 到 19", first.size(), second.size());
            a.stop();
            sendInOrder(broker, queue, 20, 40);
            Broker.await(() -> second.size() == 20);
            table.row("甲停了，20 到 39", first.size(), second.size());
            b.stop();
        }
        assertThat(first).isEqualTo(IntStream.range(0, 20).boxed().toList());
        assertThat(second).isEqualTo(IntStream.range(20, 40).boxed().toList());
        Recording.check("single-active.txt", table.toString());
    }

    @Test
    @DisplayName("第一条失败一次、放回队列：已经预取的先做，它最后才来；预取 1 就不乱")
    void failureChangesTheOrder() {
        assertThat(handled(null)).containsExactly(1, 2, 3, 4, 0);
        assertThat(handled(1)).containsExactly(0, 1, 2, 3, 4);
    }

    /** 五条消息，0 号第一次来时失败，记下处理成功的先后。 */
    private static List<Integer> handled(Integer prefetch) {
        List<Integer> done = new CopyOnWriteArrayList<>();
        AtomicBoolean failed = new AtomicBoolean();
        try (Broker broker = new Broker()) {
            String queue = broker.probe(Map.of());
            sendInOrder(broker, queue, 0, 5);
            Broker.await(() -> broker.ready(queue) == 5);
            SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
            container.setQueueNames(queue);
            if (prefetch != null) {
                container.setPrefetchCount(prefetch);
            }
            container.setMessageListener(message -> {
                int number = Integer.parseInt(new String(message.getBody()));
                if (number == 0 && failed.compareAndSet(false, true)) {
                    throw new IllegalStateException("邮箱地址写错了");
                }
                done.add(number);
            });
            container.start();
            Broker.await(() -> done.size() == 5);
            container.stop();
        }
        return done;
    }

    @Test
    @DisplayName("开着发布确认连发两百条，用了不止一个通道；放进 invoke，只用一个")
    void channels() {
        try (Broker broker = new Broker()) {
            String queue = broker.probe(Map.of());
            AtomicInteger opened = new AtomicInteger();
            broker.connections.addChannelListener((channel, transactional) -> opened.incrementAndGet());
            broker.connections.resetConnection();
            sendInOrder(broker, queue, 0, 200);
            assertThat(opened).hasValue(1);
            for (int i = 0; i < 200; i++) {
                broker.rabbit.convertAndSend("", queue, i);
            }
            assertThat(opened).hasValueGreaterThan(1);
        }
    }

    @Test
    @DisplayName("每条写不同的过期时间：排在后面的 20 毫秒，要等前面的一秒到了才转走")
    void shortBehindLong() {
        try (Broker broker = new Broker()) {
            broker.admin.declareQueue(new Queue("chapter14.probe.dead"));
            String waiting = broker.probe(Map.of("x-dead-letter-exchange", "",
                    "x-dead-letter-routing-key", "chapter14.probe.dead"));
            long start = System.nanoTime();
            broker.rabbit.invoke(oneChannel -> {
                for (String milliseconds : List.of("1000", "20")) {
                    oneChannel.convertAndSend("", waiting, milliseconds, message -> {
                        message.getMessageProperties().setExpiration(milliseconds);
                        return message;
                    });
                }
                return null;
            });
            assertThat(broker.rabbit.receiveAndConvert("chapter14.probe.dead", 10_000)).isEqualTo("1000");
            assertThat((System.nanoTime() - start) / 1_000_000).isGreaterThanOrEqualTo(1000);
            assertThat(broker.rabbit.receiveAndConvert("chapter14.probe.dead", 10_000)).isEqualTo("20");
        }
    }

    // region one-channel
    /** 在同一个通道上发：分在几个通道上的消息，到达的先后没有保证。 */
    private static void sendInOrder(Broker broker, String queue, int from, int to) {
        broker.rabbit.invoke(oneChannel -> {
            for (int i = from; i < to; i++) {
                oneChannel.convertAndSend("", queue, i);
            }
            return null;
        });
    }
    // endregion one-channel

    private static SimpleMessageListenerContainer collect(Broker broker, String queue, List<Integer> into) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setMessageListener(message -> into.add(Integer.parseInt(new String(message.getBody()))));
        container.start();
        return container;
    }
}
