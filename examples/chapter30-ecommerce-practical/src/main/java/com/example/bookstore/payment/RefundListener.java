package com.example.bookstore.payment;

import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.stereotype.Component;

/** 把应该退的钱退回去。先请支付方退，再记下来；两步之间被杀，再退一次也没有关系。 */
@Component
class RefundListener {

    private final ProviderClient provider;
    private final Payments payments;

    RefundListener(ProviderClient provider, Payments payments) {
        this.provider = provider;
        this.payments = payments;
    }

    @RabbitListener(queues = "${bookstore.broker-prefix}payment.refund")
    void refund(String payment) {
        provider.refund(payment);
        payments.markRefunded(payment);
    }
}
