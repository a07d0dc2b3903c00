package com.example.bookstore.mail;

import com.example.bookstore.messaging.Messaging;
import com.example.bookstore.messaging.OrderPlaced;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.stereotype.Component;

// region listener
@Component
class MailListener {

    private final SlowMail mail;

    MailListener(SlowMail mail) {
        this.mail = mail;
    }

    @RabbitListener(queues = Messaging.MAIL)
    void onOrderPlaced(OrderPlaced order) {
        mail.send(order);
    }
}
// endregion listener
