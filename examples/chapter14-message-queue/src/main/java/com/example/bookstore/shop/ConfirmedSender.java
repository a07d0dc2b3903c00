package com.example.bookstore.shop;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** Sends one message and returns only when the broker has put it into a queue. */
public class ConfirmedSender {

    private final RabbitTemplate rabbit;
    private final Duration limit;

    /** @param rabbit with correlated confirms, returns and {@code mandatory} */
    public ConfirmedSender(RabbitTemplate rabbit, Duration limit) {
        if (!rabbit.getConnectionFactory().isPublisherConfirms()
                || !rabbit.getConnectionFactory().isPublisherReturns()) {
            throw new IllegalArgumentException(
                    "要打开 publisher-confirm-type=correlated 与 publisher-returns，否则不知道消息到了没有");
        }
        if (!rabbit.isMandatoryFor(new Message(new byte[0]))) {
            throw new IllegalArgumentException("要打开 template.mandatory，否则没有队列接收的消息不会退回");
        }
        this.rabbit = rabbit;
        this.limit = limit;
    }

    // region send
    public void send(String exchange, String routingKey, Object message) {
        CorrelationData sent = new CorrelationData(UUID.randomUUID().toString());
        rabbit.convertAndSend(exchange, routingKey, message, sent);
        CorrelationData.Confirm confirm;
        try {
            confirm = sent.getFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AmqpException("等确认时被打断", ex);
        }
        catch (ExecutionException | TimeoutException ex) {
            throw new AmqpException("没有等到确认，消息可能到了，也可能没到", ex);
        }
        // 先看退回：没有队列接收的消息，确认照样是 ack
        if (sent.getReturned() != null) {
            throw new AmqpException("没有队列接收：" + sent.getReturned().getReplyText());
        }
        if (!confirm.ack()) {
            // RabbitMQ 自己拒收的不说原因；通道先关了的，消息也可能到了
            throw new AmqpException(confirm.reason() == null ? "RabbitMQ 拒收"
                    : "通道先关了，没有等到确认：" + confirm.reason());
        }
    }
    // endregion send
}
