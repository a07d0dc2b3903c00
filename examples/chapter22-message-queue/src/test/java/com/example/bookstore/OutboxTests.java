package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(180)
@RequiresService(Service.POSTGRESQL)
class OutboxTests {

    private static final int ORDERS = 1000;

    private record Counts(int kills, long orders, long events, long distinct, long mails) {
    }

    /** Places the orders, kills the writer wherever it stands, and reads the topic. */
    private static Counts run(String mode, String... stands) {
        String topic = Broker.topic(3);
        try (Postgres database = new Postgres("outbox.sql")) {
            for (String stand : stands) {
                try (RunningProgram writer = writer(mode, database, topic, stand)) {
                    writer.await("STANDS " + stand);
                    writer.kill();
                }
            }
            try (RunningProgram writer = writer(mode, database, topic, "nowhere")) {
                writer.await("ALL PLACED");
            }
            List<String> events = Broker.all(topic).stream().map(record -> record.value()).toList();
            JdbcClient jdbc = JdbcClient.create(database.jdbc());
            Inbox inbox = new Inbox(jdbc,
                    new TransactionTemplate(new JdbcTransactionManager(database.jdbc().getDataSource())));
            for (String event : events) {
                inbox.once("mail", event, () -> jdbc.sql("insert into mail (event) values (?)").param(event).update());
            }
            return new Counts(stands.length,
                    jdbc.sql("select count(*) from book_order").query(Long.class).single(), events.size(),
                    events.stream().distinct().count(), jdbc.sql("select count(*) from mail").query(Long.class).single());
        }
    }

    private static RunningProgram writer(String mode, Postgres database, String topic, String stand) {
        return RunningProgram.start(ShortLived.command(OrderWriter.class, mode, database.url("writer"), Broker.servers(),
                topic, String.valueOf(ORDERS), stand), Recording.module(), Map.of());
    }

    @Test
    void thousandOrders() throws Exception {
        Counts dual;
        Counts outbox;
        // Each has a topic and a schema of its own: side by side.
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<Counts> first = threads.submit(() -> run("dual", "stored-200", "stored-500", "stored-800"));
            Future<Counts> second = threads.submit(() -> run("outbox",
                    "stored-200", "sent-200", "stored-500", "sent-500", "stored-800", "sent-800"));
            dual = first.get();
            outbox = second.get();
        }
        assertThat(dual.mails()).isEqualTo(ORDERS - 3);
        assertThat(outbox.distinct()).isEqualTo(ORDERS);
        assertThat(outbox.mails()).isEqualTo(ORDERS);
        Table table = new Table("", "杀了几次", "订单", "收到的事件", "不同的事件", "寄出的信");
        table.row("双写", dual.kills(), dual.orders(), dual.events(), dual.distinct(), dual.mails());
        table.row("发件箱与收件箱", outbox.kills(), outbox.orders(), outbox.events(), outbox.distinct(), outbox.mails());
        Recording.check("outbox.txt", table.toString());
    }

    @Test
    void aRefusedEventHoldsUpTheRest() {
        String topic = Broker.topic(3, "max.message.bytes", "200");
        try (Postgres database = new Postgres("outbox.sql"); var producer = Broker.producer("linger.ms", 0)) {
            JdbcClient jdbc = JdbcClient.create(database.jdbc());
            Outbox outbox = new Outbox(jdbc,
                    new TransactionTemplate(new JdbcTransactionManager(database.jdbc().getDataSource())),
                    (key, event) -> send(producer, topic, key, event));
            jdbc.sql("insert into outbox (id, event_key, event) values (1, 'li', ?)").param("x".repeat(200)).update();
            outbox.place(2, "zhang");
            for (int time = 1; time <= 3; time++) {
                assertThatThrownBy(outbox::relay).hasRootCauseInstanceOf(RecordTooLargeException.class);
            }
            assertThat(Broker.all(topic)).as("另一位顾客的，也没有发").isEmpty();
            jdbc.sql("update outbox set sent = true where id = 1").update();
            assertThat(outbox.relay()).isEqualTo(1);
            assertThat(Broker.all(topic)).extracting(ConsumerRecord::value).containsExactly("order-2");
        }
    }

    private static void send(KafkaProducer<String, String> producer, String topic, String key, String event) {
        try {
            producer.send(new ProducerRecord<>(topic, key, event)).get();
        }
        catch (ExecutionException | InterruptedException ex) {
            throw new IllegalStateException("Kafka 没有收下 " + event, ex);
        }
    }

    @Test
    void inboxRollsBack() {
        try (Postgres database = new Postgres("outbox.sql")) {
            JdbcClient jdbc = JdbcClient.create(database.jdbc());
            Inbox inbox = new Inbox(jdbc,
                    new TransactionTemplate(new JdbcTransactionManager(database.jdbc().getDataSource())));
            assertThatThrownBy(() -> inbox.once("mail", "order-1", () -> {
                throw new IllegalStateException("信没有寄出去");
            })).hasMessage("信没有寄出去");
            assertThat(inbox.once("mail", "order-1", () -> { })).isTrue();
            assertThat(inbox.once("mail", "order-1", () -> { })).isFalse();
        }
    }
}
