package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Broker;
import com.example.bookstore.DeadLetters;
import com.example.bookstore.OrderPlaced;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.BackOff;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.support.serializer.JacksonJsonDeserializer;
import org.springframework.kafka.support.serializer.JacksonJsonSerializer;

@Timeout(120)
class ListenerTests {

    private static final String JSON = "org.springframework.kafka.support.serializer.JacksonJsonDeserializer";

    @Configuration(proxyBeanMethods = false)
    static class Handled {

        final List<String> orders = new CopyOnWriteArrayList<>();

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(OrderPlaced order) {
            orders.add(order.orderId());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FailsTwice {

        final List<String> orders = new CopyOnWriteArrayList<>();
        final AtomicInteger failures = new AtomicInteger();

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order) {
            if (order.equals("order-1") && failures.incrementAndGet() <= 2) {
                throw new IllegalStateException("邮件服务器没有响应");
            }
            orders.add(order);
        }
    }

    // region retryable
    @Configuration(proxyBeanMethods = false)
    static class RetryTopics {

        final List<String> orders = new CopyOnWriteArrayList<>();
        final AtomicInteger failures = new AtomicInteger();

        @RetryableTopic(attempts = "4", backOff = @BackOff(delay = 200, multiplier = 2))
        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order) {
            if (order.equals("order-1") && failures.incrementAndGet() <= 2) {
                throw new IllegalStateException("邮件服务器没有响应");
            }
            orders.add(order);
        }
    }
    // endregion retryable

    @Configuration(proxyBeanMethods = false)
    static class AlwaysFails {

        final List<String> orders = new CopyOnWriteArrayList<>();
        final AtomicInteger attempts = new AtomicInteger();

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order) {
            if (order.equals("order-1")) {
                attempts.incrementAndGet();
                throw new IllegalStateException("邮件服务器没有响应");
            }
            orders.add(order);
        }
    }

    /** Fails in a way in which it will fail again. */
    @Configuration(proxyBeanMethods = false)
    static class WrongClass {

        final List<String> orders = new CopyOnWriteArrayList<>();
        final AtomicInteger attempts = new AtomicInteger();

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order) {
            if (order.equals("order-1")) {
                attempts.incrementAndGet();
                throw new ClassCastException("不是要的那个类");
            }
            orders.add(order);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoGroup {
        @KafkaListener(topics = "${topic}")
        void handle(String order) {
        }
    }

    private static ApplicationContextRunner runner(String topic, Class<?>... configuration) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withUserConfiguration(configuration)
                .withPropertyValues("topic=" + topic, "spring.kafka.bootstrap-servers=" + Broker.servers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest");
    }

    private static ApplicationContextRunner json(ApplicationContextRunner runner, boolean handling) {
        return runner.withPropertyValues("spring.kafka.consumer.properties.spring.json.trusted.packages=com.example.bookstore",
                "spring.kafka.consumer.properties.spring.json.value.default.type=com.example.bookstore.OrderPlaced",
                "spring.kafka.consumer.value-deserializer="
                        + (handling ? "org.springframework.kafka.support.serializer.ErrorHandlingDeserializer" : JSON),
                "spring.kafka.consumer.properties.spring.deserializer.value.delegate.class=" + JSON);
    }

    private static void withLog(String logger, Consumer<List<ILoggingEvent>> test) {
        Logger log = (Logger) LoggerFactory.getLogger(logger);
        ListAppender<ILoggingEvent> events = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent event) {
                // What the listener of a bookstore says meanwhile is another test's.
                if (!event.getThreadName().startsWith("mail-")) {
                    super.append(event);
                }
            }
        };
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        log.addAppender(events);
        try {
            test.accept(events.list);
        }
        finally {
            log.detachAppender(events);
        }
    }

    private static String chain(IThrowableProxy throwable) {
        StringBuilder text = new StringBuilder();
        for (IThrowableProxy one = throwable; one != null; one = one.getCause()) {
            text.append(text.isEmpty() ? "" : "Caused by: ").append(one.getClassName()).append(": ")
                    .append(one.getMessage()).append('\n');
        }
        return text.toString();
    }

    private static final String GOOD = "{\"orderId\":\"order-2\",\"customer\":\"li\",\"cents\":2300}";

    @Test
    @ResourceLock(Broker.LOG)
    void poisonBlocks() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "这不是 JSON", GOOD);
        withLog("org.springframework.kafka.listener.KafkaMessageListenerContainer", events ->
                json(runner(topic, Handled.class), false).run(context -> {
                    await().atMost(Duration.ofSeconds(30)).until(() -> events.stream()
                            .filter(event -> event.getThrowableProxy() != null).count() >= 5);
                    assertThat(context.getBean(Handled.class).orders).isEmpty();
                    ILoggingEvent event = events.stream().filter(one -> one.getThrowableProxy() != null)
                            .findFirst().orElseThrow();
                    Recording.check("poison.txt", chain(event.getThrowableProxy()).replace(topic, "orders"));
                }));
    }

    @Test
    void poisonToDeadLetters() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "这不是 JSON", GOOD);
        json(runner(topic, Handled.class, DeadLetters.class), true).run(context -> {
            Handled handled = context.getBean(Handled.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> handled.orders.contains("order-2"));
            var dead = Broker.all(topic + "-dlt");
            assertThat(dead).singleElement().satisfies(record -> assertThat(record.value()).isEqualTo("这不是 JSON"));
            Recording.check("dead-letter.txt", ("主题 " + topic + "-dlt\n值   " + dead.getFirst().value() + "\n"
                    + java.util.Arrays.stream(dead.getFirst().headers().toArray())
                    .filter(header -> header.key().endsWith("original-topic") || header.key().endsWith("exception-fqcn"))
                    .map(header -> header.key() + " = " + new String(header.value())).sorted()
                    .collect(Collectors.joining("\n"))).replace(topic, "orders"));
        });
    }

    /** A template with settings of its own has a producer of its own, which somebody has to close. */
    @Test
    void theDeadLettersProducersAreClosedWithTheContext() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "这不是 JSON", GOOD);
        json(runner(topic, Handled.class, DeadLetters.class), true)
                .withPropertyValues("spring.kafka.client-id=" + topic).run(context -> {
            await().atMost(Duration.ofSeconds(30)).until(() -> context.getBean(Handled.class).orders.contains("order-2"));
            assertThat(producersOf(topic)).isNotEmpty();
            assertThat(context.getBean(KafkaTemplate.class)).as("Boot 的那一个")
                    .isSameAs(context.getBean("kafkaTemplate"));
        });
        assertThat(producersOf(topic)).isEmpty();
    }

    private static List<String> producersOf(String clientId) {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("kafka-producer-network-thread | " + clientId)).toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class JsonRetryTopics {

        final List<String> orders = new CopyOnWriteArrayList<>();

        @RetryableTopic(attempts = "2", backOff = @BackOff(delay = 200))
        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(OrderPlaced order) {
            orders.add(order.orderId());
        }
    }

    /** The error handler of one's own has no part in it, and so the bytes go through the application's serializer. */
    @Test
    void poisonToTheDeadLettersOfRetryTopics() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "这不是 JSON", GOOD);
        json(runner(topic, JsonRetryTopics.class, DeadLetters.class), true)
                .withPropertyValues("spring.kafka.producer.value-serializer=" + JacksonJsonSerializer.class.getName())
                .run(context -> {
            List<String> orders = context.getBean(JsonRetryTopics.class).orders;
            await().atMost(Duration.ofSeconds(60)).until(() -> orders.contains("order-2"));
            await().atMost(Duration.ofSeconds(60)).until(() -> dead(context, topic) == 1);
            String base64 = Base64.getEncoder().encodeToString("这不是 JSON".getBytes());
            assertThat(Broker.all(topic + "-dlt")).singleElement()
                    .satisfies(record -> assertThat(record.value()).isEqualTo('"' + base64 + '"'));
        });
    }

    /** The broker makes the dead letters' topic with one partition, whatever the number of the first topic's. */
    @Test
    void deadLettersOfTheLastPartition() throws Exception {
        String topic = Broker.topic(3);
        try (var producer = Broker.producer()) {
            producer.send(new ProducerRecord<>(topic, 2, "li", "这不是 JSON")).get();
            producer.send(new ProducerRecord<>(topic, 2, "li", GOOD)).get();
        }
        json(runner(topic, Handled.class, DeadLetters.class), true).run(context -> {
            Handled handled = context.getBean(Handled.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> handled.orders.contains("order-2"));
            assertThat(Broker.all(topic + "-dlt")).singleElement()
                    .satisfies(record -> assertThat(record.partition()).isZero());
        });
        // Nor are they kept longer than other messages.
        ConfigResource dead = new ConfigResource(ConfigResource.Type.TOPIC, topic + "-dlt");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            assertThat(admin.describeConfigs(List.of(dead)).all().get().get(dead).get("retention.ms").value())
                    .isEqualTo(String.valueOf(Duration.ofDays(7).toMillis()));
        }
    }

    private static MessageListenerContainer container(ApplicationContext context) {
        return context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainers().iterator().next();
    }

    private static int partitions(ApplicationContext context) {
        Collection<TopicPartition> assigned = container(context).getAssignedPartitions();
        return assigned == null ? 0 : assigned.size();
    }

    /** With one number for two: the second gets nothing, and never will, though its listener is said to run. */
    @Test
    @ResourceLock(Broker.LOG)
    void theNewProtocolTurnsTheSecondListenerAway() {
        String topic = Broker.topic(1);
        ApplicationContextRunner numbered = runner(topic, AlwaysFails.class).withPropertyValues(
                "spring.kafka.consumer.properties.group.protocol=consumer",
                "spring.kafka.consumer.properties.group.instance.id=mail-1");
        withLog("org.springframework.kafka.listener.KafkaMessageListenerContainer", events -> numbered.run(first -> {
            await().atMost(Duration.ofSeconds(60)).until(() -> partitions(first) == 1);
            numbered.run(second -> {
                await().atMost(Duration.ofSeconds(60)).until(() -> events.stream()
                        .anyMatch(event -> chain(event.getThrowableProxy()).contains("UnreleasedInstanceIdException")));
                Broker.send(topic, "li", "order-2");
                await().atMost(Duration.ofSeconds(60)).until(() -> first.getBean(AlwaysFails.class).orders.size() == 1);
                first.close();
                vacate(topic, "mail-1-0");
                await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(60)).until(() -> partitions(second) == 0);
                assertThat(container(second).isRunning()).isTrue();
            });
        }));
    }

    /** Whoever has a number keeps its place for the time of a session, unless it is put out. */
    private static void vacate(String group, String number) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions(
                    List.of(new MemberToRemove(number)))).all().get();
            assertThat(admin.describeConsumerGroups(List.of(group)).all().get().get(group).members()).isEmpty();
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Two listeners of one application that share a group. */
    @Configuration(proxyBeanMethods = false)
    static class TwoOfOneGroup {

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void first(String order) {
        }

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void second(String order) {
        }
    }

    /** The number of the thread is counted within each listener, and so both have the same. */
    @Test
    @ResourceLock(Broker.LOG)
    void twoListenersOfOneGroupHaveOneNumber() {
        String topic = Broker.topic(2);
        runner(topic, TwoOfOneGroup.class).withPropertyValues("spring.kafka.consumer.heartbeat-interval=300ms",
                "spring.kafka.consumer.properties.group.instance.id=mail-1").run(context -> {
            Collection<MessageListenerContainer> listeners = context.getBean(KafkaListenerEndpointRegistry.class)
                    .getListenerContainers();
            assertThat(listeners).hasSize(2);
            await().atMost(Duration.ofSeconds(60)).until(() -> listeners.stream()
                    .filter(MessageListenerContainer::isRunning).count() == 1);
        });
    }

    @Test
    @ResourceLock(Broker.LOG)
    void untrusted() {
        String topic = Broker.topic(1);
        try (var producer = Broker.producer()) {
            producer.send(new ProducerRecord<>(topic, null, "li", GOOD, List.of(
                    new org.apache.kafka.common.header.internals.RecordHeader("__TypeId__", "com.other.Order".getBytes()))));
        }
        withLog("org.springframework.kafka.listener.KafkaMessageListenerContainer", events ->
                json(runner(topic, Handled.class), false).run(context -> {
                    await().atMost(Duration.ofSeconds(30)).until(() -> events.stream()
                            .anyMatch(event -> event.getThrowableProxy() != null));
                    ILoggingEvent event = events.stream().filter(one -> one.getThrowableProxy() != null)
                            .findFirst().orElseThrow();
                    Recording.check("untrusted.txt", chain(event.getThrowableProxy()).replace(topic, "orders"));
                }));
    }

    @Test
    void blockingRetryKeepsOrder() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1", "order-2", "order-3");
        Table table = new Table("order-1 前两次失败", "做完的顺序");
        runner(topic, FailsTwice.class, DeadLetters.class).run(context -> {
            List<String> orders = context.getBean(FailsTwice.class).orders;
            await().atMost(Duration.ofSeconds(30)).until(() -> orders.size() == 3);
            assertThat(orders).containsExactly("order-1", "order-2", "order-3");
            table.row("在原地重试", String.join(" ", orders));
        });
        String other = Broker.topic(1);
        Broker.send(other, "li", "order-1", "order-2", "order-3");
        runner(other, RetryTopics.class).run(context -> {
            List<String> orders = context.getBean(RetryTopics.class).orders;
            await().atMost(Duration.ofSeconds(30)).until(() -> orders.size() == 3);
            assertThat(orders).containsExactly("order-2", "order-3", "order-1");
            table.row("@RetryableTopic", String.join(" ", orders));
        });
        Recording.check("retry-order.txt", table.toString());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            Recording.check("retry-topics.txt", admin.listTopics().names().get().stream()
                    .filter(name -> name.startsWith(other)).map(name -> name.replace(other, "orders")).sorted()
                    .collect(Collectors.joining("\n")));
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void defaultGivesUp() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1", "order-2");
        withLog("org.springframework.kafka.listener.DefaultErrorHandler", events ->
                runner(topic, AlwaysFails.class).run(context -> {
                    AlwaysFails listener = context.getBean(AlwaysFails.class);
                    await().atMost(Duration.ofSeconds(30)).until(() -> listener.orders.contains("order-2"));
                    assertThat(listener.attempts).hasValue(10);
                    ILoggingEvent event = events.stream().filter(one -> one.getFormattedMessage().contains("exhausted"))
                            .findFirst().orElseThrow();
                    Recording.check("gives-up.txt", event.getLevel() + " " + event.getFormattedMessage()
                            .replace(topic, "orders"));
                }));
    }

    @Test
    void whatWillFailAgainIsNotRetried() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1", "order-2");
        runner(topic, WrongClass.class).run(context -> {
            WrongClass listener = context.getBean(WrongClass.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> listener.orders.contains("order-2"));
            assertThat(listener.attempts).hasValue(1);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class StopsAtTheThird {

        final CountDownLatch arrived = new CountDownLatch(1);
        final CountDownLatch leave = new CountDownLatch(1);

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order) throws InterruptedException {
            if (order.equals("order-3")) {
                arrived.countDown();
                leave.await(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void whatIsCommittedAtTheThird() {
        Table table = new Table("停在第三条的时候", "提交过几条", "这时被杀，再来的");
        Map<String, Long> seen = new java.util.LinkedHashMap<>();
        for (String mode : List.of("batch", "record")) {
            String topic = Broker.topic(1);
            Broker.send(topic, "li", "order-1", "order-2", "order-3", "order-4");
            runner(topic, StopsAtTheThird.class).withPropertyValues("spring.kafka.listener.ack-mode=" + mode).run(context -> {
                StopsAtTheThird listener = context.getBean(StopsAtTheThird.class);
                assertThat(listener.arrived.await(60, TimeUnit.SECONDS)).isTrue();
                try {
                    seen.put(mode, committed(topic));
                }
                finally {
                    listener.leave.countDown();
                }
            });
            table.row(mode, seen.get(mode), "第 " + (seen.get(mode) + 1) + " 条起");
        }
        assertThat(seen).containsExactly(Map.entry("batch", 0L), Map.entry("record", 2L));
        Recording.check("ack-modes.txt", table.toString());
    }

    /** The client warns of it; the commit that then fails, the container keeps to itself. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    @ResourceLock(Broker.LOG)
    void aSlowListenerIsWarnedNotTold(String protocol) {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1", "order-2", "order-3");
        Logger client = (Logger) LoggerFactory.getLogger("org.apache.kafka.clients.consumer");
        client.setLevel(Level.WARN); // logback-test.xml shows Kafka's errors only
        Logger container = (Logger) LoggerFactory.getLogger("org.springframework.kafka.listener");
        container.setLevel(Level.INFO);
        try {
            withLog(client.getName(), warnings -> withLog(container.getName(), told -> runner(topic, StopsAtTheThird.class)
                    .withPropertyValues("spring.kafka.consumer.properties.group.protocol=" + protocol,
                            "spring.kafka.consumer.properties.max.poll.interval.ms=1500").run(context -> {
                StopsAtTheThird listener = context.getBean(StopsAtTheThird.class);
                assertThat(listener.arrived.await(60, TimeUnit.SECONDS)).isTrue();
                try (var other = Broker.consumer(topic, "group.protocol", protocol, "enable.auto.commit", false)) {
                    other.subscribe(List.of(topic));
                    await().atMost(Duration.ofSeconds(60)).until(() -> !other.poll(Duration.ofMillis(200)).isEmpty());
                    assertThat(warnings).anySatisfy(event -> {
                        assertThat(event.getLevel()).isEqualTo(Level.WARN);
                        assertThat(event.getFormattedMessage()).contains("groupId=" + topic, "poll timeout has expired");
                    });
                    listener.leave.countDown();
                    await().atMost(Duration.ofSeconds(60)).until(() -> other.poll(Duration.ofMillis(200)).isEmpty()
                            && told.stream().anyMatch(event -> event.getFormattedMessage().contains("partitions lost")));
                }
                assertThat(told).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
            })));
        }
        finally {
            client.setLevel(null);
            container.setLevel(null);
        }
    }

    /** Gives its work to others; the second order is done while the first is still being worked on. */
    @Configuration(proxyBeanMethods = false)
    static class SecondDoneFirst {

        private final CountDownLatch both = new CountDownLatch(2);
        private final List<Acknowledgment> acknowledgments = new CopyOnWriteArrayList<>();

        @KafkaListener(topics = "${topic}", groupId = "${topic}")
        void handle(String order, Acknowledgment acknowledgment) {
            acknowledgments.add(acknowledgment);
            both.countDown();
        }

        void doneSecond() throws InterruptedException {
            assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
            acknowledgments.get(1).acknowledge();
        }
    }

    @Test
    void anAcknowledgmentOfALaterRecordCommitsTheEarlier() {
        for (boolean async : new boolean[] {false, true}) {
            String topic = Broker.topic(1);
            Broker.send(topic, "li", "order-1", "order-2");
            runner(topic, SecondDoneFirst.class).withPropertyValues("spring.kafka.listener.ack-mode=manual",
                    "spring.kafka.listener.poll-timeout=200ms", "spring.kafka.listener.async-acks=" + async).run(context -> {
                SecondDoneFirst listener = context.getBean(SecondDoneFirst.class);
                listener.doneSecond();
                if (async) {
                    await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(30)).until(() -> committed(topic) == 0);
                    listener.acknowledgments.getFirst().acknowledge();
                }
                await().atMost(Duration.ofSeconds(30)).until(() -> committed(topic) == 2);
            });
        }
    }

    /** How many records of the only partition are committed. */
    private static long committed(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            var committed = admin.listConsumerGroupOffsets(topic).partitionsToOffsetAndMetadata().get()
                    .get(new TopicPartition(topic, 0));
            return committed == null ? 0 : committed.offset();
        }
    }

    @Test
    void noGroup() {
        runner(Broker.topic(1), NoGroup.class).run(context -> {
            assertThat(context).hasFailed();
            Recording.check("no-group.txt", context.getStartupFailure());
        });
    }

    /** Not the listener alone: the whole application does not start. */
    @Test
    void oldSettingWithTheNewProtocol() {
        runner(Broker.topic(1), AlwaysFails.class).withPropertyValues(
                "spring.kafka.consumer.properties.group.protocol=consumer",
                "spring.kafka.consumer.properties.session.timeout.ms=45000").run(context -> assertThat(context).hasFailed()
                        .getFailure().rootCause().isInstanceOf(ConfigException.class)
                        .hasMessage("session.timeout.ms cannot be set when group.protocol=CONSUMER"));
    }

    @Test
    void wrongSerializer() {
        runner(Broker.topic(1)).run(context -> {
            @SuppressWarnings("unchecked")
            KafkaTemplate<String, Object> kafka = context.getBean(KafkaTemplate.class);
            Throwable thrown = catchThrowable(() -> kafka.send("orders", new OrderPlaced("order-1", "li", 2300)));
            Recording.check("wrong-serializer.txt", thrown);
        });
    }

    @Test
    void tooLarge() {
        runner(Broker.topic(1)).run(context -> {
            @SuppressWarnings("unchecked")
            KafkaTemplate<String, String> kafka = context.getBean(KafkaTemplate.class);
            Throwable thrown = catchThrowable(() -> kafka.send("orders", "x".repeat(2_000_000)).join());
            Recording.check("too-large.txt", thrown);
        });
    }

    @Test
    void bytesAsJson() {
        try (var json = new JacksonJsonSerializer<byte[]>()) {
            assertThat(new String(json.serialize("orders", "x".getBytes()))).isEqualTo("\"eA==\"");
        }
    }

    @Test
    void noTypeHeaders() {
        try (var json = new JacksonJsonSerializer<OrderPlaced>()) {
            var headers = new org.apache.kafka.common.header.internals.RecordHeaders();
            json.serialize("orders", headers, new OrderPlaced("order-1", "li", 2300));
            assertThat(headers.lastHeader("__TypeId__")).isNotNull();
            json.configure(Map.of("spring.json.add.type.headers", "false"), false);
            var none = new org.apache.kafka.common.header.internals.RecordHeaders();
            json.serialize("orders", none, new OrderPlaced("order-1", "li", 2300));
            assertThat(none.lastHeader("__TypeId__")).isNull();
        }
    }

    /** What the sender named in the header counts, unless the receiver is told not to look there. */
    @Test
    void receiverMayIgnoreTypeHeaders() {
        var headers = new RecordHeaders();
        headers.add("__TypeId__", "com.other.Order".getBytes());
        Map<String, Object> settings = new java.util.HashMap<>(Map.of("spring.json.trusted.packages", "com.example.bookstore",
                "spring.json.value.default.type", OrderPlaced.class.getName()));
        try (var json = new JacksonJsonDeserializer<Object>()) {
            json.configure(settings, false);
            assertThat(catchThrowable(() -> json.deserialize("orders", headers, GOOD.getBytes())))
                    .hasMessageContaining("com.other.Order");
        }
        settings.put("spring.json.use.type.headers", false);
        try (var json = new JacksonJsonDeserializer<Object>()) {
            json.configure(settings, false);
            assertThat(json.deserialize("orders", headers, GOOD.getBytes())).isEqualTo(new OrderPlaced("order-2", "li", 2300));
        }
    }

    /** What the exception leaves out: the client has told it in the log. */
    @Test
    void theLogSaysThatNobodyListens() {
        Logger network = (Logger) LoggerFactory.getLogger("org.apache.kafka.clients.NetworkClient");
        network.setLevel(Level.WARN); // logback-test.xml shows Kafka's errors only
        try {
            withLog(network.getName(), events -> {
                try (var producer = Broker.producer("bootstrap.servers", "127.0.0.1:1", "max.block.ms", 800)) {
                    assertThat(catchThrowable(() -> producer.send(new ProducerRecord<>("orders", "order-1")).get()))
                            .hasMessageContaining("not present in metadata");
                }
                assertThat(events).anySatisfy(event -> {
                    assertThat(event.getLevel()).isEqualTo(Level.WARN);
                    assertThat(event.getFormattedMessage()).contains("127.0.0.1:1)", "could not be established");
                });
            });
        }
        finally {
            network.setLevel(null);
        }
    }

    @Test
    void brokerDown() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1",
                        "spring.kafka.producer.properties.max.block.ms=800").run(context -> {
            @SuppressWarnings("unchecked")
            KafkaTemplate<String, String> kafka = context.getBean(KafkaTemplate.class);
            Throwable thrown = catchThrowable(() -> kafka.send("orders", "order-1").join());
            Recording.check("broker-down.txt", thrown);
        });
    }

    @Test
    void evolution() {
        String topic = Broker.topic(1);
        // 新版本多了一个字段，又把 cents 改了名
        Broker.send(topic, "li", "{\"orderId\":\"order-1\",\"customer\":\"li\",\"cents\":2300,\"coupon\":\"A\"}");
        Broker.send(topic, "li", "{\"orderId\":\"order-2\",\"customer\":\"li\",\"amount\":2300}");
        json(runner(topic, Handled.class, DeadLetters.class), true).run(context -> {
            await().atMost(Duration.ofSeconds(30)).until(() -> dead(context, topic) == 1);
            assertThat(context.getBean(Handled.class).orders).containsExactly("order-1");
        });
    }

    record WithNumber(String orderId, int coupon) {
    }

    record WithText(String orderId, String coupon) {
    }

    /** A program of today reads what was written before the field existed. */
    @Test
    void aNewFieldIsMissingInOldMessages() {
        try (var json = new JacksonJsonDeserializer<>(WithNumber.class)) {
            assertThat(catchThrowable(() -> json.deserialize("orders", GOOD.getBytes())))
                    .isInstanceOf(SerializationException.class).rootCause().hasMessageContaining("coupon");
        }
        try (var json = new JacksonJsonDeserializer<>(WithText.class)) {
            assertThat(json.deserialize("orders", GOOD.getBytes())).isEqualTo(new WithText("order-2", null));
        }
    }

    private static long dead(ApplicationContext context, String topic) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            return admin.listTopics().names().get().contains(topic + "-dlt") ? Broker.all(topic + "-dlt").size() : 0;
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }
}
