package com.example.bookstore.points;

import com.example.bookstore.messaging.Messaging;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class PointsMessaging {

    public static final String POINTS = "chapter14.points";
    public static final String DEAD = "chapter14.points.dead";

    // region declare
    @Bean
    Queue pointsQueue() {
        return QueueBuilder.durable(POINTS)
                .deadLetterExchange("")      // 默认交换机：路由键就是队列名
                .deadLetterRoutingKey(DEAD)
                .build();
    }

    @Bean
    Queue deadPointsQueue() {
        return QueueBuilder.durable(DEAD).build();
    }
    // endregion declare

    @Bean
    Binding pointsGetPlacedOrders(DirectExchange orders, Queue pointsQueue) {
        return BindingBuilder.bind(pointsQueue).to(orders).with(Messaging.PLACED);
    }
}
