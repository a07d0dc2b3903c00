package com.example.bookstore.mail;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.example.bookstore.messaging.OrderPlaced;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

// region mail
@Component
public class SlowMail {

    private static final Logger log = LoggerFactory.getLogger(SlowMail.class);

    private final List<Long> sent = new CopyOnWriteArrayList<>();

    public void send(OrderPlaced order) {
        try {
            Thread.sleep(1500); // 邮件服务器今天很慢
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("信还没寄出，进程要停了", ex);
        }
        sent.add(order.orderId());
        log.info("已寄给 {}：订单 {}《{}》",
                order.email(), order.orderId(), order.book());
    }
    // endregion mail

    public List<Long> sent() {
        return List.copyOf(sent);
    }
}
