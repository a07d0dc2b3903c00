package com.example.bookstore;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** 收据：寄一封很慢，所以放到别的线程里寄。 */
@Component
public class Receipts {

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    // region send
    public void sendAll(List<String> orders) {
        for (String order : orders) {
            send(order);
        }
    }

    @Async
    public void send(String order) {
        sent.add(order + " " + Thread.currentThread().getName());
    }

    // endregion send
    public List<String> sent() {
        return List.copyOf(sent);
    }
}
