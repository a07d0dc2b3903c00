package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.Service;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.platform.Outbox;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("发件箱")
class OutboxTests extends RunningStore {

    @Autowired
    private Outbox outbox;
    @Autowired
    private RabbitTemplate rabbit;
    @Autowired
    private TransactionTemplate transaction;
    @Autowired
    private TaskScheduler scheduler;

    @Test
    @DisplayName("没有事务的时候不许写：IllegalTransactionStateException")
    void mandatory() {
        Throwable thrown = catchThrowable(() -> outbox.add("order.paid", "1"));
        assertThat(thrown).isInstanceOf(IllegalTransactionStateException.class);
        Recording.check("mandatory.txt", thrown.toString());
    }

    private long waiting(String body) {
        return jdbc.sql("select count(*) from outbox where body = ? and sent_at is null").param(body)
                .query(Long.class).single();
    }

    @Test
    @DisplayName("没有队列收的消息，不记成发过；同一个实例里，后面的也跟着等")
    void noQueue() {
        transaction.executeWithoutResult(status -> {
            outbox.add("no.such.queue", "stuck");
            outbox.add("dead", "behind");
        });
        outbox.relay();
        assertThat(waiting("stuck")).isEqualTo(1);
        assertThat(waiting("behind")).isEqualTo(1);
        jdbc.sql("delete from outbox where topic = 'no.such.queue'").update();
        Place.await(() -> waiting("behind") == 0);
    }

    @Test
    @DisplayName("一个实例拿着前面的一条不动，另一个实例先发了后面的：几个实例之间不保证顺序")
    void otherInstanceOvertakes() throws InterruptedException {
        AtomicBoolean holds = new AtomicBoolean();
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        steps.at("relay.before-publish", () -> {
            if (holds.compareAndSet(false, true)) {
                holding.countDown();
                Place.await(() -> goOn.await(1, TimeUnit.SECONDS));
            }
        });
        transaction.executeWithoutResult(status -> outbox.add("dead", "first"));
        assertThat(holding.await(60, TimeUnit.SECONDS)).isTrue();
        transaction.executeWithoutResult(status -> outbox.add("dead", "second"));
        outbox.relay();
        assertThat(waiting("first")).isEqualTo(1);
        assertThat(waiting("second")).isZero();
        goOn.countDown();
        Place.await(() -> waiting("first") == 0);
    }

    @Test
    @DisplayName("编号小的提交得晚：后面的先发了，一个实例也不保证顺序")
    void earlierNumberCommittedLater() {
        transaction.executeWithoutResult(status -> {
            outbox.add("dead", "early");
            together(1, () -> {
                transaction.executeWithoutResult(other -> outbox.add("dead", "late"));
                return null;
            });
            assertThat(jdbc.sql("select body from outbox where body in ('early', 'late') order by id")
                    .query(String.class).list()).containsExactly("early", "late");
            Place.await(() -> waiting("late") == 0);
        });
        Place.await(() -> waiting("early") == 0);
    }

    @Test
    @DisplayName("RabbitMQ 一直不回话，发件箱在等：别的定时任务照样做")
    void otherJobsGoOn() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        steps.at("relay.before-publish", () -> {
            waiting.countDown();
            Place.await(() -> goOn.await(1, TimeUnit.SECONDS));
        });
        transaction.executeWithoutResult(status -> outbox.add("dead", "slow"));
        assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
        CountDownLatch done = new CountDownLatch(1);
        scheduler.schedule(done::countDown, Instant.now());
        try {
            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        }
        finally {
            goOn.countDown();
        }
        Place.await(() -> waiting("slow") == 0);
    }

    @Test
    @DisplayName("两个线程同时发，一条消息只发一次")
    void skipLocked() {
        long id = place("li", newBook("23.00", 1), 1);
        String body = String.valueOf(id);
        steps.at("relay.before-publish", () -> { });
        transaction.executeWithoutResult(status -> {
            outbox.add("dead", "skip-" + body);
            outbox.add("dead", "skip-" + body);
        });
        together(8, () -> {
            outbox.relay();
            return null;
        });
        Place.await(() -> outbox.waiting() == 0);
        int arrived = 0;
        for (Message message; (message = rabbit.receive(place().brokerPrefix() + "dead", 500)) != null;) {
            arrived += new String(message.getBody()).equals("skip-" + body) ? 1 : 0;
        }
        assertThat(arrived).isEqualTo(2);
    }

    @Test
    @DisplayName("做不成的消息再试三次，还不行就进死信队列，后面的照常")
    void poison() {
        long broken = charged(newBook("23.00", 1));
        AtomicInteger tries = new AtomicInteger();
        steps.at("ship.before-commit", () -> {
            tries.incrementAndGet();
            throw new IllegalStateException("仓库出错了");
        });
        place().pay(broken, "normal");
        awaitDead(String.valueOf(broken));
        steps.clear();
        assertThat(tries).hasValue(1 + 3);

        rabbit.convertAndSend("", place().brokerPrefix() + "order.paid", "不是订单号");
        long next = charged(newBook("23.00", 1));
        place().pay(next, "normal");
        Place.await(() -> state(next) == OrderState.SHIPPED);
        awaitDead("不是订单号");

        transaction.executeWithoutResult(status -> outbox.add("order.paid", String.valueOf(broken)));
        Place.await(() -> state(broken) == OrderState.SHIPPED);
    }

    private void awaitDead(String body) {
        Place.await(() -> {
            Message dead = rabbit.receive(place().brokerPrefix() + "dead");
            return dead != null && new String(dead.getBody(), StandardCharsets.UTF_8).equals(body);
        });
    }

    @Test
    @DisplayName("事务做到一半连接被断开：整个事务都没有")
    void connectionKilled() throws SQLException {
        String url = "jdbc:postgresql://%s:%d/postgres?ApplicationName=ch30-victim".formatted(Service.POSTGRESQL.host(),
                Service.POSTGRESQL.port());
        try (Connection connection = DriverManager.getConnection(url, "postgres", "")) {
            connection.setAutoCommit(false);
            int pid = connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
            connection.createStatement().execute("insert into " + place().schema() + ".outbox (topic, body) values ('x', 'killed')");
            jdbc.sql("select pg_terminate_backend(?)").param(pid).query(Boolean.class).single();
            Throwable thrown = catchThrowable(() -> connection.createStatement().execute("select 1"));
            assertThat(thrown).isInstanceOf(SQLException.class);
            Recording.check("terminated.txt", thrown.getMessage());
        }
        assertThat(jdbc.sql("select count(*) from outbox where body = 'killed'").query(Long.class).single()).isZero();
    }
}
