package com.example.bookstore.platform;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.connection.CorrelationData.Confirm;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.stereotype.Component;

/** 发一条消息，RabbitMQ 确认收下了才返回。 */
@Component
class Publisher {

    private static final int CONFIRM_SECONDS = 5;

    private final RabbitTemplate rabbit;
    private final String prefix;

    Publisher(RabbitTemplate rabbit, BookstoreProperties properties) {
        this.rabbit = rabbit;
        this.prefix = properties.brokerPrefix();
    }

    /** @throws AmqpException 没有确认、没有队列收，或者连不上 */
    void publish(String topic, String body) {
        CorrelationData sent = new CorrelationData();
        rabbit.convertAndSend("", prefix + topic, body, sent);
        try {
            Confirm confirm = sent.getFuture().get(CONFIRM_SECONDS, TimeUnit.SECONDS);
            if (!confirm.ack() || sent.getReturned() != null) {
                throw new AmqpException("RabbitMQ 没有收下：" + topic);
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AmqpException("等确认时被打断", ex);
        }
        catch (ExecutionException | TimeoutException ex) {
            throw new AmqpException("没有等到 RabbitMQ 的确认", ex);
        }
    }
}
