package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Binding.DestinationType;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.TopicExchange;

@RequiresService(Service.RABBITMQ)
@DisplayName("三种交换机怎样选队列")
@SharedBroker
class ExchangeTest {

    @Test
    @DisplayName("direct 要一样，topic 按段匹配，fanout 不看路由键")
    void three() {
        Table table = new Table("交换机", "绑定写的", "路由键", "收到");
        try (Broker broker = new Broker()) {
            row(broker, table, new DirectExchange("chapter14.probe.direct"), "order.placed", "order.placed", true);
            row(broker, table, new DirectExchange("chapter14.probe.direct"), "order.placed", "order.paid", false);
            row(broker, table, new TopicExchange("chapter14.probe.topic"), "order.*", "order.paid", true);
            row(broker, table, new TopicExchange("chapter14.probe.topic"), "order.*", "order.paid.late", false);
            row(broker, table, new TopicExchange("chapter14.probe.topic"), "order.#", "order.paid.late", true);
            row(broker, table, new TopicExchange("chapter14.probe.topic"), "order.#", "order", true);
            row(broker, table, new FanoutExchange("chapter14.probe.fanout"), "order.placed", "book.new", true);
        }
        Recording.check("exchanges.txt", table.toString());
    }

    private static void row(Broker broker, Table table, Exchange exchange, String bound, String key, boolean expected) {
        String queue = broker.probe(Map.of());
        broker.admin.declareExchange(exchange);
        broker.admin.declareBinding(new Binding(queue, DestinationType.QUEUE, exchange.getName(), bound, null));
        broker.rabbit.convertAndSend(exchange.getName(), key, "消息");
        boolean received = broker.rabbit.receive(queue, expected ? 5_000 : 200) != null;
        broker.admin.deleteExchange(exchange.getName());
        assertThat(received).isEqualTo(expected);
        table.row(exchange.getType(), bound, key, received ? "收到" : "没有");
    }
}
