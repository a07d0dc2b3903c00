package com.example.bookstore;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** 寄一封收据；从别的 Bean 调用，才会到别的线程里去。 */
@Component
public class ReceiptSender {

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    @Async
    public void send(String order) {
        sent.add(order + " " + Thread.currentThread().getName());
    }

    public List<String> sent() {
        return List.copyOf(sent);
    }
}
