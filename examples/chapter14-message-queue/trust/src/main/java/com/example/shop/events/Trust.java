package com.example.shop.events;

import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.support.converter.MessageConverter;

/** Reads a message whose type header names a class of this package, with a converter as its constructor makes it. */
public class Trust {

    public static class OrderPlaced {
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        MessageConverter converter = (MessageConverter) Class.forName(
                "org.springframework.amqp.support.converter." + args[0]).getConstructor().newInstance();
        MessageProperties properties = new MessageProperties();
        properties.setContentType(MessageProperties.CONTENT_TYPE_JSON);
        properties.setHeader("__TypeId__", OrderPlaced.class.getName());
        try {
            Object order = converter.fromMessage(new Message("{}".getBytes(), properties));
            System.out.println("read: " + order.getClass().getSimpleName());
        }
        catch (IllegalArgumentException refused) {
            System.out.println("refused: " + refused.getMessage());
        }
    }
}
