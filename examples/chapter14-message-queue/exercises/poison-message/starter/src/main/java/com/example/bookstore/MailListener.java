package com.example.bookstore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.stereotype.Component;

/** Sends mail; an address without @ will never work. */
@Component
public class MailListener {

    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    @RabbitListener(queues = MailQueues.MAIL)
    void send(String email) {
        attempts.add(email);
        if (!email.contains("@")) {
            throw new IllegalArgumentException("不是邮箱：" + email);
        }
        sent.add(email);
    }

    public long attempts(String email) {
        return attempts.stream().filter(email::equals).count();
    }

    public List<String> sent() {
        return List.copyOf(sent);
    }
}
