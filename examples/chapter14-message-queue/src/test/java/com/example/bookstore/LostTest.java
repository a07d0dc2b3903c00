package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.messaging.OrderPlaced;
import com.example.bookstore.shop.ConfirmedSender;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.rabbit.connection.ChannelListener;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

@RequiresService(Service.RABBITMQ)
@DisplayName("发出去的消息，不出声地没了")
class LostTest {

    private Broker broker;
    private RabbitTemplate plain;
    private ConfirmedSender confirmed;
    private org.springframework.amqp.rabbit.connection.CachingConnectionFactory plainConnections;

    @BeforeEach
    void connect() {
        broker = new Broker();
        broker.rabbit.setMandatory(true);
        broker.admin.declareExchange(new DirectExchange("chapter14.orders"));
        // Spring Boot 的默认：不要确认，不要退回
        plainConnections = new org.springframework.amqp.rabbit.connection.CachingConnectionFactory(
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
        AtomicReference<ShutdownSignalException> closed = new AtomicReference<>();
        plainConnections.addChannelListener(new ChannelListener() {

            @Override
            public void onCreate(Channel channel, boolean transactional) {
                // 只等它关闭
            }

            @Override
            public void onShutDown(ShutdownSignalException signal) {
                closed.set(signal);
            }
        });
        plain.convertAndSend("chapter14.nowhere", "order.placed", "订单");
        Broker.await(() -> closed.get() != null);
        String text = closed.get().getMessage();
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
        assertThatThrownBy(() -> plain.convertAndSend("", "chapter14.probe",
                new OrderPlaced(1, "lin@example.com", "活着", 4500)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Serializable");
    }

    @Test
    @DisplayName("没有打开确认与退回的 RabbitTemplate：ConfirmedSender 当场不收，而不是漏掉退回")
    void needsBothSwitches() {
        assertThatThrownBy(() -> new ConfirmedSender(plain, Duration.ofSeconds(10)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("publisher-returns");
        RabbitTemplate notMandatory = new RabbitTemplate(broker.connections);
        assertThatThrownBy(() -> new ConfirmedSender(notMandatory, Duration.ofSeconds(10)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("mandatory");
    }

    @Test
    @DisplayName("正常的时候，确认之后消息已经在队列里")
    void arrived() {
        String queue = broker.probe(Map.of());
        confirmed.send("", queue, "订单");
        assertThat(broker.ready(queue)).isEqualTo(1);
    }
}
