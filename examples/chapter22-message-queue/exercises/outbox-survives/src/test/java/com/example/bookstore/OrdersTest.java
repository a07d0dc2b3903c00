package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Orders in a database that outlives who is killed; the process killed is a real one, and so is the broker. */
@Timeout(120)
class OrdersTest {

    private OrderDatabase database;

    @BeforeEach
    void start() {
        database = new OrderDatabase("orders.sql");
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private Orders orders(List<String> sent) {
        return new Orders(database.jdbc().getDataSource(), sent::add);
    }

    private long stored() {
        return database.jdbc().queryForObject("select count(*) from book_order", Long.class);
    }

    private RunningProgram process(String topic, String stand) {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(OrderProcess.class, arguments(topic, stand)));
        command.add(1, "-XX:TieredStopAtLevel=1"); // it lives for seconds
        return RunningProgram.start(command, Recording.module(), Map.of());
    }

    private String[] arguments(String topic, String stand) {
        return new String[] {database.url(), Broker.servers(), topic, stand};
    }

    /** Kills the process with SIGKILL where it stands, goes on in this one, and tells the events of the topic. */
    private List<String> eventsWhenKilled(String stand, List<String> sentBefore) {
        String topic = Broker.topic(1);
        try (RunningProgram process = process(topic, stand)) {
            process.await("STANDS " + stand);
            process.kill();
        }
        assertThat(stored()).as("被杀的时候，第二张订单已经提交").isEqualTo(2);
        assertThat(events(topic)).as("被杀的时候，主题里的事件").isEqualTo(sentBefore);
        OrderProcess.main(arguments(topic, "nowhere"));
        assertThat(stored()).isEqualTo(OrderProcess.ORDERS);
        return events(topic);
    }

    private static List<String> events(String topic) {
        return Broker.all(topic).stream().map(record -> record.value()).toList();
    }

    @Test
    @DisplayName("一切正常：订单有了，事件也有一条")
    void normal() {
        List<String> sent = new ArrayList<>();
        Orders orders = orders(sent);
        orders.place(1);
        orders.relay();
        assertThat(stored()).isEqualTo(1);
        assertThat(sent).containsExactly("order-1");
        orders.relay();
        assertThat(sent).containsExactly("order-1");
    }

    @Test
    @DisplayName("第二张订单提交之后、事件发出之前，进程被 kill -9：重启之后补上")
    void killedBeforeSend() {
        assertThat(eventsWhenKilled("before order-2", List.of("order-1")))
                .as("重启之后，主题里的事件").containsExactly("order-1", "order-2", "order-3");
    }

    @Test
    @DisplayName("第二条事件发出之后、记下之前，进程被 kill -9：可以再发一遍，不能少")
    void killedAfterSend() {
        List<String> events = eventsWhenKilled("after order-2", List.of("order-1", "order-2"));
        assertThat(events.stream().distinct()).as("重启之后，主题里不同的事件")
                .containsExactly("order-1", "order-2", "order-3");
    }

    @Test
    @DisplayName("Kafka 没有答复，顾客照样下得了单；有答复了，事件一条不少")
    void brokerAway() {
        List<String> sent = new ArrayList<>();
        AtomicBoolean away = new AtomicBoolean(true);
        Orders orders = new Orders(database.jdbc().getDataSource(), event -> {
            if (away.get()) {
                throw new IllegalStateException("Kafka 没有答复");
            }
            sent.add(event);
        });
        orders.place(1);
        assertThat(stored()).isEqualTo(1);
        catchThrowable(orders::relay); // it may say so, or try again later
        orders.place(2);
        assertThat(stored()).isEqualTo(2);
        away.set(false);
        orders.relay();
        assertThat(sent).containsExactly("order-1", "order-2");
    }

    /** A broker that says nothing does not throw either: who asks it waits. */
    @Test
    @DisplayName("Kafka 一直没有答复，下单不等它")
    void brokerSilent() throws InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        Orders orders = new Orders(database.jdbc().getDataSource(), event -> await(answer));
        Thread customer = Thread.ofPlatform().daemon().start(() -> orders.place(1));
        boolean placed = customer.join(Duration.ofSeconds(10));
        answer.countDown();
        customer.join();
        assertThat(placed).as("顾客还在等").isTrue();
        assertThat(stored()).isEqualTo(1);
    }

    /** Who sends is stuck with the first; the next customer knows nothing of it. */
    @Test
    @DisplayName("正在发的一条一直没有答复，别的顾客下单不等它")
    void brokerSilentWhileSending() throws InterruptedException {
        AtomicBoolean silent = new AtomicBoolean();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        // A connection for each, as with a pool.
        Orders orders = new Orders(new DriverManagerDataSource(database.url()), event -> {
            if (silent.get()) {
                asked.countDown();
                await(answer);
            }
        });
        orders.place(1);
        silent.set(true);
        Thread sender = Thread.ofPlatform().daemon().start(orders::relay);
        while (!asked.await(100, TimeUnit.MILLISECONDS)) {
            assertThat(sender.isAlive()).as("order-1 还没有发").isTrue();
        }
        Thread customer = Thread.ofPlatform().daemon().start(() -> orders.place(2));
        boolean placed = customer.join(Duration.ofSeconds(10));
        answer.countDown();
        customer.join();
        sender.join();
        assertThat(placed).as("顾客还在等").isTrue();
        assertThat(stored()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        }
        catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    @DisplayName("Kafka 没有收下一条，后面的不能越过它")
    void noneOvertakesTheOneThatFailed() {
        List<String> sent = new ArrayList<>();
        AtomicBoolean away = new AtomicBoolean(true);
        Orders orders = new Orders(database.jdbc().getDataSource(), event -> {
            if (away.getAndSet(false)) {
                throw new IllegalStateException("Kafka 没有答复");
            }
            sent.add(event);
        });
        orders.place(1);
        orders.place(2);
        catchThrowable(orders::relay);
        catchThrowable(orders::relay);
        assertThat(sent).containsExactly("order-1", "order-2");
    }

    @Test
    @DisplayName("正在发的时候又下了一张，它的事件也不少")
    void placedWhileSending() {
        List<String> sent = new ArrayList<>();
        List<Orders> self = new ArrayList<>();
        AtomicBoolean first = new AtomicBoolean(true);
        Orders orders = new Orders(database.jdbc().getDataSource(), event -> {
            if (first.getAndSet(false)) {
                self.getFirst().place(2);
            }
            sent.add(event);
        });
        self.add(orders);
        orders.place(1);
        orders.relay();
        orders.relay();
        assertThat(sent.stream().distinct()).containsExactlyInAnyOrder("order-1", "order-2");
    }

    @Test
    @DisplayName("订单没有存成，就没有事件")
    void orderFails() {
        List<String> sent = new ArrayList<>();
        Orders orders = orders(sent);
        orders.place(1);
        assertThat(catchThrowable(() -> orders.place(1))).isNotNull();
        orders.relay();
        assertThat(sent).containsExactly("order-1");
        // Now that its event is out, nothing but the order stands in the way.
        assertThat(catchThrowable(() -> orders.place(1))).isNotNull();
        orders.relay();
        assertThat(sent).containsExactly("order-1");
    }

    @Test
    @DisplayName("事件没有存成，订单也不留：存下的订单，事件都要发出来")
    void eventFails() {
        List<String> sent = new ArrayList<>();
        Orders orders = orders(sent);
        database.jdbc().execute("alter table outbox rename to away");
        catchThrowable(() -> orders.place(1));
        database.jdbc().execute("alter table away rename to outbox");
        orders.relay();
        assertThat(sent).as("存下的订单有 " + stored() + " 张").hasSize((int) stored());
    }

    @Test
    @DisplayName("事件的顺序与下单的顺序相同")
    void inOrder() {
        List<String> sent = new ArrayList<>();
        Orders orders = orders(sent);
        for (int id = 1; id <= 5; id++) {
            orders.place(id);
        }
        orders.relay();
        assertThat(sent).containsExactly("order-1", "order-2", "order-3", "order-4", "order-5");
    }
}
