package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.messaging.OrderPlaced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.AmqpMessageReturnedException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.retry.RejectAndDontRequeueRecoverer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecovererWithConfirms;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.amqp.autoconfigure.RabbitListenerRetrySettingsCustomizer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@RequiresService(Service.RABBITMQ)
@DisplayName("监听器：拒绝、重投的上限、参数的类型、停下来")
@SharedBroker
class ListenerTest {

    private Broker broker;

    @BeforeEach
    void connect() {
        broker = new Broker();
        broker.admin.declareQueue(new org.springframework.amqp.core.Queue("chapter14.probe.dead"));
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private String withDeadLetters(Map<String, Object> more) {
        Map<String, Object> arguments = new java.util.HashMap<>(more);
        arguments.put("x-dead-letter-exchange", "");
        arguments.put("x-dead-letter-routing-key", "chapter14.probe.dead");
        return broker.probe(arguments);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Rejecting {

        static final AtomicInteger calls = new AtomicInteger();

        @RabbitListener(queues = "chapter14.probe")
        void on(Message message) {
            calls.incrementAndGet();
            throw new AmqpRejectAndDontRequeueException("再来一百次也处理不了");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoRetry {

        // region no-retry
        @Bean
        RabbitListenerRetrySettingsCustomizer noRetryForRejected() {
            return retry -> retry.getExceptionExcludes()
                    .add(AmqpRejectAndDontRequeueException.class);
        }
        // endregion no-retry
    }

    private int calls(Class<?>... configuration) {
        String queue = withDeadLetters(Map.of());
        Rejecting.calls.set(0);
        broker.admin.purgeQueue("chapter14.probe.dead");
        broker.rabbit.convertAndSend("", queue, "一条消息");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE).profiles("points").run("--spring.sql.init.mode=never",
                        "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")) {
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        }
        return Rejecting.calls.get();
    }

    @Test
    @DisplayName("打开了重试，AmqpRejectAndDontRequeueException 也试三次；排除了它，才是一次")
    void rejectedWithRetry() {
        assertThat(calls(Rejecting.class)).isEqualTo(3);
        assertThat(calls(Rejecting.class, NoRetry.class)).isEqualTo(1);
    }

    @Test
    @DisplayName("仲裁队列设了重投上限 2：来三次，然后进死信队列，原因是 delivery_limit")
    void deliveryLimit() throws Exception {
        String queue = withDeadLetters(Map.of("x-queue-type", "quorum", "x-delivery-limit", 2));
        AtomicInteger deliveries = new AtomicInteger();
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setMessageListener(message -> {
            deliveries.incrementAndGet();
            throw new IllegalStateException("邮箱地址写错了");
        });
        container.start();
        broker.rabbit.convertAndSend("", queue, "一条消息");
        Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        container.stop();
        assertThat(deliveries).hasValue(3);
        try (var connection = broker.connections.getRabbitConnectionFactory().newConnection()) {
            assertThat(new com.example.bookstore.tools.DeadLetters(connection).list("chapter14.probe.dead"))
                    .singleElement().satisfies(letter -> assertThat(letter.reason()).isEqualTo("delivery_limit"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ByParameter {

        static final List<OrderPlaced> received = new CopyOnWriteArrayList<>();

        @Bean
        JacksonJsonMessageConverter json() {
            return new JacksonJsonMessageConverter();
        }

        @RabbitListener(queues = "chapter14.probe")
        void on(OrderPlaced order) {
            received.add(order);
        }
    }

    @Test
    @DisplayName("监听器的参数写明类型：别的包名的类型头，照样读得出来")
    void parameterType() {
        String queue = broker.probe(Map.of());
        OrderPlaced order = new OrderPlaced(7, "lin@example.com", "活着", 4500);
        broker.rabbit.convertAndSend("", queue, order, message -> {
            message.getMessageProperties().setHeader("__TypeId__", "com.example.shop.events.OrderPlacedEvent");
            return message;
        });
        ByParameter.received.clear();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ByParameter.class)
                .web(WebApplicationType.NONE).run()) {
            Broker.await(() -> ByParameter.received.size() == 1);
        }
        assertThat(ByParameter.received).containsExactly(order);
    }

    @Test
    @DisplayName("停下容器：默认把预取的都做完再停；force-stop 做完手里的一条就停，其余在队列里。两种都一条不少")
    void stopping() throws Exception {
        assertThat(doneWhenStopped(false)).isEqualTo(10);
        assertThat(broker.ready("chapter14.probe")).isZero();
        assertThat(doneWhenStopped(true)).isEqualTo(1);
        Broker.await(() -> broker.ready("chapter14.probe") == 9);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class SlowMailer {

        static final AtomicInteger done = new AtomicInteger();
        static volatile boolean stubborn;
        static volatile CountDownLatch working;
        static volatile CountDownLatch mayFinish;

        // region shutdown-timeout
        @Bean
        ContainerCustomizer<SimpleMessageListenerContainer> patient(
                @Value("${mail.stop-within}") Duration limit) {
            return container -> container.setShutdownTimeout(limit.toMillis());
        }
        // endregion shutdown-timeout

        @RabbitListener(queues = "chapter14.probe")
        void on(Message message) throws InterruptedException {
            working.countDown();
            boolean waiting = true;
            while (waiting) {
                try {
                    mayFinish.await();
                    waiting = false;
                }
                catch (InterruptedException ex) {
                    if (!stubborn) {
                        throw ex;
                    }
                }
            }
            done.incrementAndGet();
        }
    }

    @Test
    @DisplayName("停下容器最多等 shutdownTimeout，默认 5 秒：到了时间，正在做的被打断，没做完的全部回到队列；不理会打断的做完了，它那一条也在队列里")
    void stoppingTakesTooLong() throws Exception {
        assertThat(AbstractMessageListenerContainer.DEFAULT_SHUTDOWN_TIMEOUT).isEqualTo(5_000);
        assertThat(doneThoughStopped(false)).isZero();
        assertThat(doneThoughStopped(true)).isEqualTo(1);
    }

    /** 十条都预取了，第一条没有做完容器就停了：都回到了队列。返回做完的条数。 */
    private int doneThoughStopped(boolean stubborn) throws Exception {
        String queue = broker.probe(Map.of());
        for (int i = 0; i < 10; i++) {
            broker.rabbit.convertAndSend("", queue, i);
        }
        SlowMailer.done.set(0);
        SlowMailer.stubborn = stubborn;
        SlowMailer.working = new CountDownLatch(1);
        SlowMailer.mayFinish = new CountDownLatch(1);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(SlowMailer.class)
                .web(WebApplicationType.NONE).run("--mail.stop-within=200ms", "--spring.sql.init.mode=never");
        assertThat(SlowMailer.working.await(30, TimeUnit.SECONDS)).isTrue();
        Broker.await(() -> broker.ready(queue) == 0);
        context.close();
        Broker.await(() -> broker.ready(queue) == 10);
        SlowMailer.mayFinish.countDown();
        if (stubborn) {
            Broker.await(() -> SlowMailer.done.get() > 0);
        }
        assertThat(broker.ready(queue)).isEqualTo(10);
        return SlowMailer.done.get();
    }

    @Test
    @DisplayName("shutdownTimeout 之外还有关停一个阶段的时限：它先到，没做完的那一条做完了也来不及确认，回到队列；改长了它，就等得到")
    void phaseEndsFirst() throws Exception {
        assertThat(new LifecycleProperties().getTimeoutPerShutdownPhase()).isEqualTo(Duration.ofSeconds(30));
        assertThat(readyAfterStopWithin("100ms")).isEqualTo(1);
        assertThat(readyAfterStopWithin("30s")).isZero();
    }

    /** 容器愿意等 20 秒，手里的一条一秒后做完；返回停下之后队列里的条数。 */
    private long readyAfterStopWithin(String phase) throws Exception {
        String queue = broker.probe(Map.of());
        broker.rabbit.convertAndSend("", queue, "一封信");
        SlowMailer.done.set(0);
        SlowMailer.stubborn = true;
        SlowMailer.working = new CountDownLatch(1);
        SlowMailer.mayFinish = new CountDownLatch(1);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(SlowMailer.class)
                .web(WebApplicationType.NONE).run("--mail.stop-within=20s", "--spring.sql.init.mode=never",
                        "--spring.lifecycle.timeout-per-shutdown-phase=" + phase);
        assertThat(SlowMailer.working.await(30, TimeUnit.SECONDS)).isTrue();
        Thread finishing = Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(1_000);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            SlowMailer.mayFinish.countDown();
        });
        context.close();
        finishing.join();
        Broker.await(() -> SlowMailer.done.get() == 1
                && broker.admin.getQueueInfo(queue).getConsumerCount() == 0);
        return broker.ready(queue);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Interrupted {

        static final AtomicInteger calls = new AtomicInteger();
        static final AtomicInteger rejected = new AtomicInteger();
        static volatile CountDownLatch working;

        /** 与默认的做同一件事，并且数一数。 */
        @Bean
        MessageRecoverer recoverer() {
            RejectAndDontRequeueRecoverer reject = new RejectAndDontRequeueRecoverer();
            return (message, cause) -> {
                rejected.incrementAndGet();
                reject.recover(message, cause);
            };
        }

        @Bean
        ContainerCustomizer<SimpleMessageListenerContainer> impatient() {
            return container -> container.setShutdownTimeout(200);
        }

        /** 与 SlowMail 一样：被打断就把打断的标记留着，抛异常。 */
        @RabbitListener(queues = "chapter14.probe")
        void on(Message message) {
            calls.incrementAndGet();
            working.countDown();
            try {
                new CountDownLatch(1).await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("信还没寄出，进程要停了", ex);
            }
        }
    }

    @Test
    @DisplayName("打开了重试，停机时被打断的那一条不再试，拒绝、不放回；赶在通道关掉之前就进死信队列，没赶上才回到原来的队列")
    void interruptedWithRetry() throws Exception {
        String queue = withDeadLetters(Map.of());
        broker.admin.purgeQueue("chapter14.probe.dead");
        broker.rabbit.convertAndSend("", queue, "一封信");
        Interrupted.calls.set(0);
        Interrupted.rejected.set(0);
        Interrupted.working = new CountDownLatch(1);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Interrupted.class)
                .web(WebApplicationType.NONE).profiles("points").run("--spring.sql.init.mode=never");
        assertThat(Interrupted.working.await(30, TimeUnit.SECONDS)).isTrue();
        context.close();
        Broker.await(() -> Interrupted.rejected.get() == 1);
        Broker.await(() -> broker.ready(queue) + broker.ready("chapter14.probe.dead") == 1);
        assertThat(Interrupted.calls).hasValue(1);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Failing {

        static final AtomicInteger calls = new AtomicInteger();

        @RabbitListener(queues = "chapter14.probe")
        void on(Message message) {
            calls.incrementAndGet();
            throw new IllegalStateException("邮箱地址写错了");
        }
    }

    @Test
    @DisplayName("打开了重试，次数用完就是拒绝、不放回，default-requeue-rejected 是 true 也一样")
    void retryExhausted() {
        withDeadLetters(Map.of());
        Failing.calls.set(0);
        broker.rabbit.convertAndSend("", "chapter14.probe", "一条消息");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Failing.class)
                .web(WebApplicationType.NONE).profiles("points").run("--spring.sql.init.mode=never",
                        "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms",
                        "--spring.rabbitmq.listener.simple.default-requeue-rejected=true")) {
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        }
        assertThat(Failing.calls).hasValue(3);
    }

    @Test
    @DisplayName("打开重试而不写次数：一共来四次；Boot 3 的 max-attempts 不报错，也不起作用")
    void defaultRetries() {
        assertThat(callsWhenFailing("--spring.rabbitmq.listener.simple.retry.enabled=true")).isEqualTo(4);
        assertThat(callsWhenFailing("--spring.rabbitmq.listener.simple.retry.enabled=true",
                "--spring.rabbitmq.listener.simple.retry.max-attempts=7")).isEqualTo(4);
    }

    private int callsWhenFailing(String... arguments) {
        withDeadLetters(Map.of());
        Failing.calls.set(0);
        broker.admin.purgeQueue("chapter14.probe.dead");
        broker.rabbit.convertAndSend("", "chapter14.probe", "一条消息");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Failing.class)
                .web(WebApplicationType.NONE)
                .properties("spring.rabbitmq.listener.simple.retry.initial-interval=20ms").run(arguments)) {
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        }
        return Failing.calls.get();
    }

    @Configuration(proxyBeanMethods = false)
    static class Republishing {

        // region republish
        @Bean
        MessageRecoverer withException(RabbitTemplate rabbit) {
            return new RepublishMessageRecoverer(rabbit, "", "chapter14.probe.dead");
        }
        // endregion republish
    }

    @Test
    @DisplayName("RepublishMessageRecoverer：异常的消息写在头里，跟着进死信队列，调用栈不带；没有 x-death，DeadLetters 不知道送回哪里")
    void republished() throws Exception {
        String queue = broker.probe(Map.of());
        broker.admin.purgeQueue("chapter14.probe.dead");
        broker.rabbit.convertAndSend("", queue, "一条消息");
        try (ConfigurableApplicationContext context =
                new SpringApplicationBuilder(Failing.class, Republishing.class).web(WebApplicationType.NONE)
                        .profiles("points").run("--spring.sql.init.mode=never",
                                "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")) {
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        }
        try (var connection = broker.connections.getRabbitConnectionFactory().newConnection()) {
            assertThatThrownBy(() -> new com.example.bookstore.tools.DeadLetters(connection)
                    .replay("chapter14.probe.dead", 1)).hasMessageContaining("没有 x-death");
        }
        Message dead = broker.rabbit.receive("chapter14.probe.dead", 5_000);
        assertThat(dead.getMessageProperties().getHeaders())
                .containsEntry(RepublishMessageRecoverer.X_EXCEPTION_MESSAGE, "邮箱地址写错了")
                .doesNotContainKey(RepublishMessageRecoverer.X_EXCEPTION_STACKTRACE);
    }

    @Configuration(proxyBeanMethods = false)
    static class RepublishingNowhere {

        @Bean
        MessageRecoverer withException(RabbitTemplate rabbit) {
            return new RepublishMessageRecoverer(rabbit, "", "chapter14.probe.daed");
        }
    }

    @Test
    @DisplayName("RepublishMessageRecoverer 的队列名写错了：发出去就算数，消息不出声地没了")
    void republishedNowhere() {
        String queue = broker.probe(Map.of());
        Failing.calls.set(0);
        broker.rabbit.convertAndSend("", queue, "一条消息");
        try (ConfigurableApplicationContext context =
                new SpringApplicationBuilder(Failing.class, RepublishingNowhere.class).web(WebApplicationType.NONE)
                        .profiles("points").run("--spring.sql.init.mode=never",
                                "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")) {
            Broker.await(() -> Failing.calls.get() == 3);
        }
        // 停下之后也没有回来：确认过了
        Broker.await(() -> broker.admin.getQueueInfo(queue).getConsumerCount() == 0);
        assertThat(broker.ready(queue)).isZero();
        assertThat(Failing.calls).hasValue(3);
    }

    @Configuration(proxyBeanMethods = false)
    static class RepublishingNowhereConfirmed {

        static final AtomicInteger returned = new AtomicInteger();

        @Bean
        MessageRecoverer withException(RabbitTemplate rabbit) {
            MessageRecoverer confirmed = new RepublishMessageRecovererWithConfirms(rabbit, "", "chapter14.probe.daed",
                    ConfirmType.CORRELATED);
            return (message, cause) -> {
                try {
                    confirmed.recover(message, cause);
                }
                catch (AmqpMessageReturnedException ex) {
                    returned.incrementAndGet();
                    throw ex;
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("换成等确认的那个：队列名写错了就抛异常；消息丢不丢，还要看 default-requeue-rejected")
    void republishedNowhereConfirmed(boolean requeue) {
        String queue = broker.probe(Map.of());
        RepublishingNowhereConfirmed.returned.set(0);
        broker.rabbit.convertAndSend("", queue, "一条消息");
        try (ConfigurableApplicationContext context =
                new SpringApplicationBuilder(Failing.class, RepublishingNowhereConfirmed.class)
                        .web(WebApplicationType.NONE).profiles("points").run("--spring.sql.init.mode=never",
                                "--spring.rabbitmq.publisher-confirm-type=correlated",
                                "--spring.rabbitmq.publisher-returns=true",
                                "--spring.rabbitmq.template.mandatory=true",
                                "--spring.rabbitmq.listener.simple.default-requeue-rejected=" + requeue,
                                "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")) {
            Broker.await(() -> RepublishingNowhereConfirmed.returned.get() >= (requeue ? 2 : 1));
        }
        Broker.await(() -> broker.admin.getQueueInfo(queue).getConsumerCount() == 0);
        Broker.await(() -> broker.ready(queue) == (requeue ? 1 : 0));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Together {

        static final AtomicInteger most = new AtomicInteger();
        static final AtomicInteger inside = new AtomicInteger();
        static final AtomicInteger done = new AtomicInteger();
        static volatile CountDownLatch meeting;
        static volatile Duration patience;

        @RabbitListener(queues = "chapter14.probe")
        void on(Message message) throws InterruptedException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            meeting.countDown();
            meeting.await(patience.toMillis(), TimeUnit.MILLISECONDS);
            inside.decrementAndGet();
            done.incrementAndGet();
        }
    }

    @Test
    @DisplayName("一个监听器默认只有一个线程，一条做完才做下一条；concurrency=3 就有三个消费者，预取 1 的三条同时做；预取还是默认的，等着的都归先连上的那个，还是一条一条做")
    void concurrency() {
        assertThat(mostAtOnce(Duration.ofMillis(200))).isEqualTo(1);
        assertThat(mostAtOnce(Duration.ofMillis(200), "--spring.rabbitmq.listener.simple.concurrency=3")).isEqualTo(1);
        assertThat(mostAtOnce(Broker.LIMIT, "--spring.rabbitmq.listener.simple.prefetch=1",
                "--spring.rabbitmq.listener.simple.concurrency=3")).isEqualTo(3);
    }

    /** 三条消息先在队列里等着，每一条又等着另外两条也来；@param patience 最多等多久 */
    private int mostAtOnce(Duration patience, String... arguments) {
        broker.probe(Map.of());
        Together.patience = patience;
        Together.most.set(0);
        Together.inside.set(0);
        Together.done.set(0);
        Together.meeting = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            broker.rabbit.convertAndSend("", "chapter14.probe", i);
        }
        Broker.await(() -> broker.ready("chapter14.probe") == 3);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Together.class)
                .web(WebApplicationType.NONE).run(arguments)) {
            Broker.await(() -> Together.done.get() == 3);
        }
        return Together.most.get();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Converting {

        static final AtomicInteger conversions = new AtomicInteger();

        @Bean
        JacksonJsonMessageConverter json() {
            return new JacksonJsonMessageConverter() {
                @Override
                public Object fromMessage(Message message, Object hint) {
                    conversions.incrementAndGet();
                    return super.fromMessage(message, hint);
                }
            };
        }

        @RabbitListener(queues = "chapter14.probe")
        void on(OrderPlaced order) {
            throw new AssertionError("不该走到这里");
        }
    }

    @Test
    @DisplayName("消息体不是 JSON：容器读一次就拒绝；打开了重试，读三次才拒绝")
    void notJson() {
        assertThat(conversions()).isEqualTo(1);
        assertThat(conversions("--spring.rabbitmq.listener.simple.retry.enabled=true",
                "--spring.rabbitmq.listener.simple.retry.max-retries=2",
                "--spring.rabbitmq.listener.simple.retry.initial-interval=20ms")).isEqualTo(3);
    }

    private int conversions(String... arguments) {
        String queue = withDeadLetters(Map.of());
        Converting.conversions.set(0);
        broker.admin.purgeQueue("chapter14.probe.dead");
        broker.rabbit.send("", queue, MessageBuilder.withBody("{订单".getBytes(StandardCharsets.UTF_8))
                .setContentType("application/json").build());
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Converting.class)
                .web(WebApplicationType.NONE).run(arguments)) {
            Broker.await(() -> broker.ready("chapter14.probe.dead") == 1);
        }
        return Converting.conversions.get();
    }

    /** 十条都预取了，手里的一条做到一半时停下容器，看一共做了几条。 */
    private int doneWhenStopped(boolean force) throws Exception {
        String queue = broker.probe(Map.of());
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch mayFinish = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames(queue);
        container.setForceStop(force);
        container.setShutdownTimeout(30_000);
        container.setMessageListener(message -> {
            working.countDown();
            try {
                assertThat(mayFinish.await(30, TimeUnit.SECONDS)).isTrue();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(ex);
            }
            done.incrementAndGet();
        });
        for (int i = 0; i < 10; i++) {
            broker.rabbit.convertAndSend("", queue, i);
        }
        Broker.await(() -> broker.ready(queue) == 10);
        container.start();
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        Broker.await(() -> broker.ready(queue) == 0);
        Thread stopping = Thread.ofPlatform().start(container::stop);
        Broker.await(() -> !container.isActive());
        mayFinish.countDown();
        stopping.join();
        return done.get();
    }
}
