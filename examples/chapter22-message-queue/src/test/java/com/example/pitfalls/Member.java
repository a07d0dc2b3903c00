package com.example.pitfalls;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.example.bookstore.Broker;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer on a thread of its own, in the group that is named like its topic: what it holds, how many
 * partitions were taken from it, how many records it has worked on.
 */
final class Member implements ConsumerRebalanceListener, AutoCloseable {

    private final KafkaConsumer<String, String> consumer;
    private final String topic;
    private final Thread thread;
    private final SortedSet<Integer> held = new ConcurrentSkipListSet<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile Gate gate = new Gate(new CountDownLatch(0), new CountDownLatch(0));
    private volatile boolean leaving;
    private volatile RuntimeException failure;

    /** Where it stands still: whether it is there, whether it may go on. */
    private record Gate(CountDownLatch arrived, CountDownLatch opened) {
    }

    private Member(String topic, KafkaConsumer<String, String> consumer) {
        this.topic = topic;
        this.consumer = consumer;
        this.thread = Thread.ofPlatform().name("member").start(this::work);
    }

    /** @param number assignors that sort the members sort them by it */
    static Member join(String topic, int number, Object... settings) {
        Object[] all = new Object[settings.length + 6];
        System.arraycopy(settings, 0, all, 6, settings.length);
        all[0] = "client.id";
        all[1] = topic + "-" + number;
        all[2] = "max.poll.records";
        all[3] = 10;
        // No commit that a rebalance, or the end, has to wait for.
        all[4] = "enable.auto.commit";
        all[5] = false;
        return new Member(topic, Broker.consumer(topic, all));
    }

    private void work() {
        try (consumer) {
            consumer.subscribe(List.of(topic), this);
            while (!leaving) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    passGate();
                    done.incrementAndGet();
                });
            }
        }
        catch (RuntimeException ex) {
            failure = ex;
        }
    }

    private void passGate() {
        Gate closed = gate;
        closed.arrived().countDown();
        try {
            closed.opened().await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Waits until it stands in the middle of a record; there it stays until {@link #goOn}. */
    void standStill() throws InterruptedException {
        Gate closed = new Gate(new CountDownLatch(1), new CountDownLatch(1));
        gate = closed;
        closed.arrived().await();
    }

    void goOn() {
        gate.opened().countDown();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        taken.addAndGet(partitions.size());
        partitions.forEach(partition -> held.remove(partition.partition()));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> held.add(partition.partition()));
    }

    int holds() {
        return held.size();
    }

    /** The numbers of the partitions that it holds, "无" without any. */
    String partitions() {
        return held.isEmpty() ? "无" : held.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    int taken() {
        return taken.get();
    }

    int done() {
        return done.get();
    }

    /** What ended it, {@code null} while it works. */
    RuntimeException failure() {
        return failure;
    }

    /** Leaves the group as a consumer that is closed does. */
    @Override
    public void close() {
        leaving = true;
        goOn();
        try {
            thread.join();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
}
