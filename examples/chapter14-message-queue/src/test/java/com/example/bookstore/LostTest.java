package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.messaging.OrderPlaced;
import com.example.bookstore.shop.ConfirmedSender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@RequiresService(Service.RABBITMQ)
@DisplayName("发出去的消息，不出声地没了")
@ShopQueues
@CapturedLog
@Order(1)
class LostTest {

    private Broker broker;
    private RabbitTemplate plain;
    private ConfirmedSender confirmed;
    private CachingConnectionFactory plainConnections;

    @BeforeEach
    void connect() {
        broker = Broker.ofShop();
        broker.rabbit.setMandatory(true);
        broker.admin.declareExchange(new DirectExchange("chapter14.orders"));
        // Spring Boot 的默认：不要确认，不要退回
        plainConnections = new CachingConnectionFactory(
                Service.RABBITMQ.host(), Service.RABBITMQ.port());
        plain = new RabbitTemplate(plainConnections);
        confirmed = new ConfirmedSender(broker.rabbit, Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        plainConnections.destroy();
        broker.close();
    }

    @Test
    @DisplayName("没有交换机、没有绑定、队列拒收：默认都不抛异常，等确认的三种都抛")
    void threeWays() {
        String full = broker.probe(Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        broker.rabbit.convertAndSend("", full, "占住唯一的位置");
        Broker.await(() -> broker.ready(full) == 1);
        Table table = new Table("发到", "默认的 RabbitTemplate", "等确认的 ConfirmedSender");
        row(table, "不存在的交换机", "chapter14.nowhere", "order.placed");
        row(table, "没有绑定的路由键", "chapter14.orders", "order.palced");
        row(table, "满了就拒收的队列", "", full);
        assertThat(broker.ready(full)).isEqualTo(1);
        Recording.check("lost.txt", table.toString());
    }

    private void row(Table table, String what, String exchange, String key) {
        assertThatCode(() -> plain.convertAndSend(exchange, key, "订单")).doesNotThrowAnyException();
        Throwable error = catchThrowable(() -> confirmed.send(exchange, key, "订单"));
        assertThat(error).isInstanceOf(org.springframework.amqp.AmqpException.class);
        table.row(what, "没有异常", error.getMessage().split("：")[0]);
    }

    @Test
    @DisplayName("交换机不存在：通道被关掉，404 NOT_FOUND 写在日志里，发送的那一行早就返回了")
    void notFound() {
        Logger logger = (Logger) LoggerFactory.getLogger(CachingConnectionFactory.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.setLevel(Level.ERROR);
        logger.addAppender(log);
        logger.setAdditive(false);
        try {
            plain.convertAndSend("chapter14.nowhere", "order.placed", "订单");
            Broker.await(() -> !log.list.isEmpty());
        }
        finally {
            logger.detachAppender(log);
            logger.setAdditive(true);
            logger.setLevel(null);
        }
        assertThat(log.list).hasSize(1);
        ILoggingEvent line = log.list.getFirst();
        String text = line.getLevel() + " " + line.getLoggerName() + " : " + line.getFormattedMessage();
        assertThat(text).contains("404", "NOT_FOUND", "chapter14.nowhere");
        Recording.check("not-found.txt", text.substring(0, text.indexOf(", class-id")) + ", …)");
    }

    @Test
    @DisplayName("没有队列接收的消息被退回，确认却是 ack")
    void ackThoughReturned() throws Exception {
        CorrelationData sent = new CorrelationData("1");
        broker.rabbit.convertAndSend("chapter14.orders", "order.palced", "订单", sent);
        assertThat(sent.getFuture().get(10, TimeUnit.SECONDS).ack()).isTrue();
        assertThat(sent.getReturned().getReplyText()).isEqualTo("NO_ROUTE");
    }

    @Test
    @DisplayName("默认的转换器发不出没有实现 Serializable 的 record")
    void notSerializable() {
        assertThatThrownBy(() -> plain.convertAndSend("", "chapter14.shop.probe",
                new OrderPlaced(1, "lin@example.com", "活着", 4500)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Serializable");
    }

    @Test
    @DisplayName("确认、退回少开一个，或者都没开，或者没开 mandatory：ConfirmedSender 当场不收，而不是漏掉退回")
    void needsBothSwitches() {
        assertRefused(plain, "publisher-returns");
        assertRefused(sending(ConfirmType.CORRELATED, false), "publisher-returns");
        assertRefused(sending(ConfirmType.NONE, true), "publisher-confirm-type=correlated");
        assertRefused(sending(ConfirmType.SIMPLE, true), "publisher-confirm-type=correlated");
        assertRefused(new RabbitTemplate(broker.connections), "mandatory");
    }

    /** Not connected: ConfirmedSender looks at the settings. */
    private static RabbitTemplate sending(ConfirmType confirms, boolean returns) {
        CachingConnectionFactory connections = new CachingConnectionFactory("localhost");
        connections.setPublisherConfirmType(confirms);
        connections.setPublisherReturns(returns);
        RabbitTemplate rabbit = new RabbitTemplate(connections);
        rabbit.setMandatory(true);
        return rabbit;
    }

    private static void assertRefused(RabbitTemplate rabbit, String why) {
        assertThatThrownBy(() -> new ConfirmedSender(rabbit, Duration.ofSeconds(10)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
    }

    @Test
    @DisplayName("队列满了而没有写 reject-publish：挤掉最早的一条，确认照样是 ack，也没有退回")
    void dropHead() throws Exception {
        String full = broker.probe(Map.of("x-max-length", 1));
        confirmed.send("", full, "第一条");
        confirmed.send("", full, "第二条");
        assertThat(broker.ready(full)).isEqualTo(1);
        assertThat(broker.rabbit.receiveAndConvert(full, 5_000)).isEqualTo("第二条");
    }

    @Test
    @DisplayName("在 Spring Boot 里写两个设置就够：publisher-returns 也打开了 mandatory")
    void bootNeedsTwoProperties() throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Sending.class)
                .web(WebApplicationType.NONE).properties("spring.config.name=confirmed").run()) {
            ConfirmedSender sender = context.getBean(ConfirmedSender.class);
            assertThatThrownBy(() -> sender.send("chapter14.orders", "order.palced", "订单"))
                    .hasMessageContaining("没有队列接收");
            // 同一个连接，没有 mandatory 标志的：不退
            RabbitTemplate unmarked = new RabbitTemplate(context.getBean(ConnectionFactory.class));
            CorrelationData sent = new CorrelationData("1");
            unmarked.convertAndSend("chapter14.orders", "order.palced", "订单", sent);
            assertThat(sent.getFuture().get(10, TimeUnit.SECONDS).ack()).isTrue();
            assertThat(sent.getReturned()).isNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {

        // region confirmed
        @Bean
        ConfirmedSender confirmedSender(RabbitTemplate rabbit) {
            return new ConfirmedSender(rabbit, Duration.ofSeconds(5));
        }
        // endregion confirmed
    }

    @Test
    @DisplayName("正常的时候，确认之后消息已经在队列里")
    void arrived() {
        String queue = broker.probe(Map.of());
        confirmed.send("", queue, "订单");
        assertThat(broker.ready(queue)).isEqualTo(1);
    }
}
