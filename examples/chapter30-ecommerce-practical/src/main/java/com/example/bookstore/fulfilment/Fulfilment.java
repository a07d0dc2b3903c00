package com.example.bookstore.fulfilment;

import com.example.bookstore.orders.Orders;
import com.example.bookstore.platform.Checkpoint;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** 付了款的订单发货。消息可能来两次，发货单以订单号为主键，只有一张。 */
@Component
class Fulfilment {

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Orders orders;
    private final Checkpoint checkpoint;

    Fulfilment(JdbcClient jdbc, TransactionOperations transaction, Orders orders, Checkpoint checkpoint) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.orders = orders;
        this.checkpoint = checkpoint;
    }

    // region ship
    @RabbitListener(queues = "${bookstore.broker-prefix}order.paid")
    void ship(String order) {
        long id = Long.parseLong(order);
        transaction.executeWithoutResult(status -> {
            boolean first = jdbc.sql("""
                    insert into shipment (order_id) values (?)
                    on conflict do nothing""").param(id).update() == 1;
            if (first && !orders.ship(id)) {
                throw new IllegalStateException("订单 " + id + " 没有付款，不能发货");
            }
            checkpoint.reached("ship.before-commit");
        });
        checkpoint.reached("ship.after-commit");
    }
    // endregion ship
}
