package com.example.bookstore.payment;

import java.math.BigDecimal;
import java.util.List;

import com.example.bookstore.orders.Orders;
import com.example.bookstore.platform.Checkpoint;
import com.example.bookstore.platform.Outbox;
import com.example.bookstore.platform.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** 收到的每一笔钱。一笔钱要么付了一张订单，要么应该退回去。 */
@Component
public class Payments {

    private static final Logger log = LoggerFactory.getLogger(Payments.class);
    private static final String REFUNDED =
            "update payment set state = 'REFUNDED' where id = ? and state = 'REFUND_DUE'";

    /** @param state ACCEPTED、REFUND_DUE 或 REFUNDED */
    public record Payment(String id, long orderId, BigDecimal amount, String state) {
    }

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Orders orders;
    private final Outbox outbox;
    private final Checkpoint checkpoint;
    private final MeterRegistry meters;

    Payments(JdbcClient jdbc, TransactionOperations transaction, Orders orders, Outbox outbox, Checkpoint checkpoint,
            MeterRegistry meters) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.orders = orders;
        this.outbox = outbox;
        this.checkpoint = checkpoint;
        this.meters = meters;
    }

    // region received
    /** 同一条通知来几次，结果都一样。 */
    public void received(Notice notice) {
        transaction.executeWithoutResult(status -> {
            if (notice.type() == Notice.Type.REFUNDED) {
                refunded(notice);
            }
            else if (firstTime(notice, "ACCEPTED")) {
                accept(notice);
            }
            checkpoint.reached("callback.before-commit");
        });
        checkpoint.reached("callback.after-commit");
    }

    private void accept(Notice notice) {
        if (orders.pay(notice.order(), notice.amount())) {
            outbox.add(Topics.ORDER_PAID, String.valueOf(notice.order()));
            count("accepted");
            return;
        }
        // 订单取消了、付过了、没有，或者金额不对：这笔钱不是我们的
        jdbc.sql("update payment set state = 'REFUND_DUE' where id = ?")
                .param(notice.payment()).update();
        outbox.add(Topics.PAYMENT_REFUND, notice.payment());
        count("refund-due");
        log.warn("订单 {} 的付款 {}（{} 元）要退回去", notice.order(),
                notice.payment(), notice.amount());
    }
    // endregion received

    /** 编号是主键：第二次来，什么也写不进去。 */
    private boolean firstTime(Notice notice, String state) {
        boolean first = jdbc.sql("""
                insert into payment (id, order_id, amount, state) values (?, ?, ?, ?)
                on conflict (id) do nothing""")
                .params(notice.payment(), notice.order(), notice.amount(), state).update() == 1;
        if (!first) {
            count("duplicate");
            jdbc.sql("select order_id || '，' || amount from payment where id = ? and (order_id <> ? or amount <> ?)")
                    .params(notice.payment(), notice.order(), notice.amount()).query(String.class).optional()
                    .ifPresent(ours -> log.warn("{} 与记下的（订单 {} 元）不同，没有照它改，要人来看", notice, ours));
        }
        return first;
    }

    /** 退款的通知可能先到：先记一行，迟到的付款通知就成了重复的。 */
    private void refunded(Notice notice) {
        if (firstTime(notice, "REFUNDED")) {
            return;
        }
        jdbc.sql(REFUNDED + " and order_id = ? and amount = ?")
                .params(notice.payment(), notice.order(), notice.amount()).update();
        jdbc.sql("select order_id from payment where id = ? and state = 'ACCEPTED'").param(notice.payment())
                .query(Long.class).optional().ifPresent(order ->
                        log.warn("付款 {} 已经付给订单 {}，支付方又通知退了，要人来看", notice.payment(), order));
    }

    /** 已经付给订单的钱，不因为一条通知就当作退了；那要人来看。 */
    void markRefunded(String payment) {
        jdbc.sql(REFUNDED).param(payment).update();
    }

    public List<Payment> all() {
        return jdbc.sql("select id, order_id, amount, state from payment order by id").query(Payment.class).list();
    }

    private void count(String result) {
        meters.counter("bookstore.payments", "result", result).increment();
    }
}
