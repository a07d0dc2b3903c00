package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.messaging.OrderPlaced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpIOException;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.amqp.support.converter.MessageConversionException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.env.Environment;

@RequiresService(Service.RABBITMQ)
@DisplayName("两边说的不是一回事：类型头、队列的参数")
@SharedBroker
class MismatchTest {

    private Broker broker;

    @BeforeEach
    void connect() {
        broker = new Broker();
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void sendWithType(String queue, String type) {
        broker.rabbit.convertAndSend("", queue, new OrderPlaced(7, "lin@example.com", "活着", 4500), message -> {
            message.getMessageProperties().setHeader("__TypeId__", type);
            return message;
        });
    }

    @Test
    @DisplayName("receiveAndConvert 听类型头的：不在信任的包里，抛 IllegalArgumentException")
    void unknownClass() {
        String queue = broker.probe(Map.of());
        sendWithType(queue, "com.example.shop.events.OrderPlacedEvent");
        Throwable error = catchThrowable(() -> broker.rabbit.receiveAndConvert(queue, 5_000));
        assertThat(error).isInstanceOf(IllegalArgumentException.class);
        Recording.check("type-id.txt", error.getClass().getName() + ": " + error.getMessage());
    }

    // region header
    /** 类上写 @RabbitListener，由 @RabbitHandler 的参数类型选方法：这时要听类型头的。 */
    @RabbitListener(queues = "chapter14.probe")
    static class ByTypeHeader {

        @RabbitHandler
        void on(OrderPlaced order) {
            throw new AssertionError("不该走到这里");
        }
    }
    // endregion header

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Listening {

        static final AtomicInteger failures = new AtomicInteger();

        @Bean
        ByTypeHeader byTypeHeader() {
            return new ByTypeHeader();
        }

        @Bean
        JacksonJsonMessageConverter json(Environment environment) {
            JacksonJsonMessageConverter json = environment.getProperty("trust") == null
                    ? new JacksonJsonMessageConverter()
                    : new JacksonJsonMessageConverter("*");
            return new JacksonJsonMessageConverter(environment.getProperty("trust", "java.util")) {
                @Override
                public Object fromMessage(org.springframework.amqp.core.Message message, Object hint) {
                    failures.incrementAndGet();
                    return json.fromMessage(message, hint);
                }
            };
        }
    }

    @Test
    @DisplayName("监听器听类型头：不信任的包无限重投；信任了却没有这个类，一次就丢掉")
    void inListener() {
        Table table = new Table("类型头里的类", "来了", "停下时队列里");
        for (String trust : new String[] {null, "*"}) {
            String queue = broker.probe(Map.of());
            sendWithType(queue, "com.example.shop.events.OrderPlacedEvent");
            sendWithType(queue, "com.example.shop.events.OrderPlacedEvent");
            Broker.await(() -> broker.ready(queue) == 2);
            Listening.failures.set(0);
            // 一次只取一条：第一条要是放回了队头，就轮不到第二条
            String[] arguments = {"--spring.rabbitmq.listener.simple.prefetch=1", trust == null ? "" : "--trust=" + trust};
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Listening.class)
                    .web(WebApplicationType.NONE).run(arguments)) {
                Broker.await(() -> trust == null ? Listening.failures.get() >= 100 : broker.ready(queue) == 0
                        && Listening.failures.get() >= 2);
            }
            if (trust == null) {
                Broker.await(() -> broker.ready(queue) == 2);
                table.row("不在信任的包里", "没完，数到 100 次停下", "还在");
            }
            else {
                assertThat(Listening.failures.get()).isEqualTo(2);
                assertThat(broker.ready(queue)).isZero();
                table.row("信任了，但这边没有这个类", "1 次", "没有了");
            }
        }
        Recording.check("type-id-listener.txt", table.toString());
    }

    @Test
    @DisplayName("知道要什么类型时，不看类型头：同一条消息读得出来")
    void inferred() {
        String queue = broker.probe(Map.of());
        sendWithType(queue, "com.example.shop.events.OrderPlacedEvent");
        OrderPlaced order = broker.rabbit.receiveAndConvert(queue, 5_000,
                new ParameterizedTypeReference<OrderPlaced>() { });
        assertThat(order).isEqualTo(new OrderPlaced(7, "lin@example.com", "活着", 4500));
    }

    @Test
    @DisplayName("消息体不是 JSON：抛 MessageConversionException")
    void notJson() {
        String queue = broker.probe(Map.of());
        broker.rabbit.send("", queue, MessageBuilder.withBody("{订单".getBytes(StandardCharsets.UTF_8))
                .setContentType("application/json").build());
        Throwable error = catchThrowable(() -> broker.rabbit.receiveAndConvert(queue, 5_000,
                new ParameterizedTypeReference<OrderPlaced>() { }));
        assertThat(error).isInstanceOf(MessageConversionException.class);
        Recording.check("not-json.txt", error.getClass().getName() + ": " + error.getMessage());
    }

    @Test
    @DisplayName("队列已经在了，换一个参数再声明：406 PRECONDITION_FAILED，队列还是原来的")
    void preconditionFailed() {
        String queue = broker.probe(Map.of());
        Throwable error = catchThrowable(() -> broker.admin.declareQueue(
                new Queue(queue, true, false, false, Map.of("x-dead-letter-exchange", ""))));
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(root.getMessage()).contains("406", "PRECONDITION_FAILED");
        String text = root.getMessage();
        Recording.check("precondition-failed.txt", text.substring(text.indexOf("reply-code"), text.indexOf(", class-id")));
        assertThat(broker.ready(queue)).isZero();
    }

    @Test
    @DisplayName("换一个名字的队列：两个都绑着的时候，一条消息进两个；解绑了旧的，只进新的，旧的里面剩下的还在")
    void anotherQueue() {
        String old = broker.probe(Map.of());
        String renamed = broker.admin.declareQueue(new Queue("chapter14.probe.v2", true, false, false,
                Map.of("x-dead-letter-exchange", "")));
        DirectExchange orders = new DirectExchange("chapter14.probe.orders");
        try {
            broker.admin.declareExchange(orders);
            Binding toOld = BindingBuilder.bind(new Queue(old)).to(orders).with("order.placed");
            broker.admin.declareBinding(toOld);
            broker.rabbit.convertAndSend(orders.getName(), "order.placed", "只有旧的");
            Broker.await(() -> broker.ready(old) == 1);
            broker.admin.declareBinding(BindingBuilder.bind(new Queue(renamed)).to(orders).with("order.placed"));
            broker.rabbit.convertAndSend(orders.getName(), "order.placed", "两个都绑着");
            Broker.await(() -> broker.ready(old) == 2 && broker.ready(renamed) == 1);
            broker.admin.removeBinding(toOld);
            broker.rabbit.convertAndSend(orders.getName(), "order.placed", "解绑了旧的");
            Broker.await(() -> broker.ready(renamed) == 2);
            assertThat(broker.ready(old)).isEqualTo(2);
        }
        finally {
            broker.admin.deleteQueue(renamed);
            broker.admin.deleteExchange(orders.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OldBinding {

        @Bean
        Queue old() {
            return new Queue("chapter14.probe");
        }

        @Bean
        DirectExchange orders() {
            return new DirectExchange("chapter14.probe.orders");
        }

        @Bean
        Binding toOld(DirectExchange orders, Queue old) {
            return BindingBuilder.bind(old).to(orders).with("order.placed");
        }
    }

    @Test
    @DisplayName("解绑了旧队列，声明过这个绑定的应用重新连上，又绑回去了")
    void bindingComesBack() {
        String old = broker.probe(Map.of());
        try (ConfigurableApplicationContext mail = new SpringApplicationBuilder(OldBinding.class)
                .web(WebApplicationType.NONE).run()) {
            CachingConnectionFactory connections = mail.getBean(CachingConnectionFactory.class);
            connections.createConnection();
            broker.admin.removeBinding(mail.getBean(Binding.class));
            broker.rabbit.convertAndSend("chapter14.probe.orders", "order.placed", "解绑了");
            connections.resetConnection();
            connections.createConnection();
            broker.rabbit.convertAndSend("chapter14.probe.orders", "order.placed", "又绑回去了");
            assertThat(broker.rabbit.receiveAndConvert(old, 5_000)).isEqualTo("又绑回去了");
        }
        finally {
            broker.admin.deleteExchange("chapter14.probe.orders");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ChangedQueue {

        @Bean
        Queue changed() {
            return new Queue("chapter14.probe", true, false, false, Map.of("x-dead-letter-exchange", ""));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaringOnce {

        /** As Boot's, but it does not try again for a quarter of a minute. */
        @Bean
        RabbitAdmin admin(ConnectionFactory connections) {
            RabbitAdmin admin = new RabbitAdmin(connections);
            admin.setRetryTemplate(null);
            return admin;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ListeningToIt {

        static final AtomicInteger received = new AtomicInteger();

        @RabbitListener(queues = "chapter14.probe")
        void on(org.springframework.amqp.core.Message message) {
            received.incrementAndGet();
        }
    }

    @Test
    @DisplayName("应用里的样子：只发消息的，第一次发送抛异常，第二次就不抛了；有监听器的，启动得了，也收得到，日志里说 Broker not available。两个用的都是旧的队列")
    void preconditionInAnApplication() {
        String queue = broker.probe(Map.of());
        try (ConfigurableApplicationContext shop = new SpringApplicationBuilder(ChangedQueue.class)
                .web(WebApplicationType.NONE).run()) {
            RabbitTemplate rabbit = shop.getBean(RabbitTemplate.class);
            long start = System.nanoTime();
            assertThat(catchThrowable(() -> rabbit.convertAndSend("", queue, "第一次")))
                    .isInstanceOf(AmqpIOException.class).hasStackTraceContaining("PRECONDITION_FAILED");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as("一次一次再声明的时候，发送的人等着")
                    .isGreaterThan(Duration.ofSeconds(10));
            rabbit.convertAndSend("", queue, "第二次");
            Broker.await(() -> broker.ready(queue) == 1);
        }
        ListeningToIt.received.set(0);
        Logger container = (Logger) LoggerFactory.getLogger(SimpleMessageListenerContainer.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.list = new CopyOnWriteArrayList<>();
        said.start();
        container.setLevel(Level.INFO);
        container.addAppender(said);
        try (ConfigurableApplicationContext mail =
                new SpringApplicationBuilder(ChangedQueue.class, DeclaringOnce.class, ListeningToIt.class)
                        .web(WebApplicationType.NONE).run()) {
            Broker.await(() -> ListeningToIt.received.get() == 1);
            assertThat(mail.isRunning()).isTrue();
        }
        finally {
            container.detachAppender(said);
            container.setLevel(null);
        }
        assertThat(said.list).anyMatch(line -> line.getFormattedMessage()
                .startsWith("Broker not available; cannot force queue declarations during start"));
    }
}
