package com.example.bookstore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

// region mail
@Component
public class Mails {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    /** 订单提交之后，在别的线程里寄信。 */
    @Async
    @TransactionalEventListener
    public void send(OrderPlaced order) {
        sent.add(order.orderId());
    }
    // endregion mail

    public List<String> sent() {
        return List.copyOf(sent);
    }
}
