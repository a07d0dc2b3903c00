package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.MessageListener;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

@RequiresService(Service.RABBITMQ)
@DisplayName("一个卡住的消费者占着多少条消息")
@SharedBroker
class PrefetchTest {

    @Test
    @DisplayName("预取 250：三百条里它占着 250；预取 1：它占着 1")
    void hoard() {
        Table table = new Table("prefetch", "卡住的占着", "另一个处理了");
        try (Broker broker = new Broker()) {
            for (Integer prefetch : new Integer[] {null, 1}) {
                int done = doneByOther(broker, prefetch);
                table.row(prefetch == null ? "250（默认）" : prefetch, 300 - done, done);
            }
        }
        Recording.check("prefetch.txt", table.toString());
        assertThat(table.toString()).contains("250", "299");
    }

    // region hoard
    /** 三百条消息，第一个消费者卡在第一条上；第二个后来，看它能处理几条。 */
    private static int doneByOther(Broker broker, Integer prefetch) {
        String queue = broker.probe(Map.of());
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        SimpleMessageListenerContainer first = consumer(broker, queue, prefetch, message -> {
            stuck.countDown();
            awaitQuietly(release);
        });
        for (int i = 0; i < 300; i++) {
            broker.rabbit.convertAndSend("", queue, i);
        }
        int held = prefetch == null ? 250 : prefetch;
        Broker.await(() -> broker.ready(queue) == 300);
        first.start();
        awaitQuietly(stuck);
        Broker.await(() -> broker.ready(queue) == 300 - held);
        AtomicInteger done = new AtomicInteger();
        SimpleMessageListenerContainer second =
                consumer(broker, queue, prefetch, m -> done.incrementAndGet());
        second.start();
        Broker.await(() -> done.get() == 300 - held && broker.ready(queue) == 0);
        int result = done.get();
        release.countDown();
        first.stop();
        second.stop();
        return result;
    }
    // endregion hoard

    private static SimpleMessageListenerContainer consumer(Broker broker, String queue, Integer prefetch,
            MessageListener listener) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setMessageListener(listener);
        if (prefetch != null) {
            container.setPrefetchCount(prefetch);
        }
        return container;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(30, java.util.concurrent.TimeUnit.SECONDS)) {
                throw new IllegalStateException("等了三十秒");
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
