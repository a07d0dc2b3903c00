package com.example.bookstore.platform;

import java.util.List;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/** 要发的消息与业务写在同一个事务里，提交之后再发给 RabbitMQ。 */
@Component
public class Outbox {

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);
    private static final int BATCH = 50;

    private record Waiting(long id, String topic, String body) {
    }

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Publisher publisher;
    private final Checkpoint checkpoint;

    Outbox(JdbcClient jdbc, TransactionOperations transaction, Publisher publisher, Checkpoint checkpoint,
            MeterRegistry meters) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.publisher = publisher;
        this.checkpoint = checkpoint;
        Gauge.builder("bookstore.outbox.waiting", this, Outbox::waiting).register(meters);
    }

    /** 必须在业务的事务里调用，不在就抛异常。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public void add(String topic, String body) {
        jdbc.sql("insert into outbox (topic, body) values (?, ?)")
                .params(topic, body).update();
    }

    public long waiting() {
        return jdbc.sql("select count(*) from outbox where sent_at is null").query(Long.class).single();
    }

    // region relay
    /** 把没有发的发出去，RabbitMQ 确认收下了，再记下发过。几个实例各拿各的。 */
    @Scheduled(fixedDelayString = "${bookstore.relay-delay}")
    public void relay() {
        transaction.executeWithoutResult(status -> {
            for (Waiting each : lockWaiting()) {
                checkpoint.reached("relay.before-publish");
                try {
                    publisher.publish(each.topic(), each.body());
                }
                catch (AmqpException ex) {
                    log.warn("消息 {} 没有发出去，下次再发：{}", each.id(), ex.toString());
                    return;
                }
                checkpoint.reached("relay.after-publish");
                jdbc.sql("update outbox set sent_at = now() where id = ?")
                        .param(each.id()).update();
            }
        });
    }
    // endregion relay

    private List<Waiting> lockWaiting() {
        return jdbc.sql("""
                select id, topic, body from outbox where sent_at is null
                order by id limit ? for update skip locked""").param(BATCH).query(Waiting.class).list();
    }
}
