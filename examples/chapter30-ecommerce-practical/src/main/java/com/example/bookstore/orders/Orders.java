package com.example.bookstore.orders;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.example.bookstore.coupon.Coupons;
import com.example.bookstore.stock.Stock;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/** 订单与它的状态。状态改变时要动的库存、优惠券，也在同一个事务里动。 */
@Component
public class Orders {

    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Stock stock;
    private final Coupons coupons;
    private final Clock clock;
    private final MeterRegistry meters;

    Orders(JdbcClient jdbc, TransactionOperations transaction, Stock stock, Coupons coupons, Clock clock,
            MeterRegistry meters) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.stock = stock;
        this.coupons = coupons;
        this.clock = clock;
        this.meters = meters;
    }

    public Optional<Order> find(long id) {
        return jdbc.sql("select * from orders where id = ?").param(id).query(this::order).optional();
    }

    public List<Order> ofCustomer(String customer) {
        return jdbc.sql("select * from orders where customer = ? order by id desc limit 20").param(customer)
                .query(this::order).list();
    }

    private Order order(ResultSet row, int number) throws SQLException {
        long id = row.getLong("id");
        return new Order(id, row.getString("customer"), OrderState.valueOf(row.getString("state")),
                row.getBigDecimal("goods"), row.getBigDecimal("discount"), row.getBigDecimal("total"),
                row.getTimestamp("expires_at").toInstant(), lines(id));
    }

    /** 顺序与下单时占书的一样，不随数据库排字的规则变：顺序不同，就可能死锁。 */
    private List<Order.Line> lines(long id) {
        return jdbc.sql("""
                select l.isbn, b.title, l.quantity, l.price, l.discount from order_line l
                join book b on b.isbn = l.isbn where l.order_id = ? order by l.isbn collate "C"
                """).param(id)
                .query(Order.Line.class).list();
    }

    /** 改状态。只有还在原来的状态才改得到，所以两个人同时来，只有一个成功。 */
    private boolean move(long id, OrderState from, OrderState to) {
        if (!from.next().contains(to)) {
            throw new IllegalArgumentException(from + " 不能变成 " + to);
        }
        boolean moved = jdbc.sql("update orders set state = ? where id = ? and state = ?")
                .params(to.name(), id, from.name()).update() == 1;
        if (moved) {
            meters.counter("bookstore.orders", "state", to.name()).increment();
        }
        return moved;
    }

    /** 金额对得上、订单还在等付款，才算付了；占着的书变成卖掉的。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean pay(long id, BigDecimal amount) {
        Optional<Order> order = find(id);
        if (order.isEmpty() || order.get().total().compareTo(amount) != 0
                || !move(id, OrderState.PENDING, OrderState.PAID)) {
            return false;
        }
        order.get().lines().forEach(line -> stock.sell(line.isbn(), line.quantity()));
        return true;
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public boolean ship(long id) {
        return move(id, OrderState.PAID, OrderState.SHIPPED);
    }

    // region expire
    /** 过了时间没有付款的，一张一个事务地取消：书放回去，券还给顾客。 */
    @Scheduled(fixedDelayString = "${bookstore.expire-delay}")
    public void cancelUnpaid() {
        Timestamp now = Timestamp.from(clock.instant());
        long after = 0;
        for (List<Long> late = late(now, after); !late.isEmpty(); late = late(now, after)) {
            for (long id : late) {
                try {
                    cancel(id);
                }
                catch (RuntimeException ex) {
                    log.error("订单 {} 没有取消成，下次再来", id, ex);
                }
                after = id;
            }
        }
    }

    /** @return false 表示它已经不在等付款 */
    public boolean cancel(long id) {
        return transaction.execute(status -> {
            if (!move(id, OrderState.PENDING, OrderState.CANCELLED)) {
                return false;
            }
            lines(id).forEach(line -> stock.release(line.isbn(), line.quantity()));
            coupons.release(id);
            log.info("订单 {} 已取消", id);
            return true;
        });
    }
    // endregion expire

    /** 一次取两百张，从上次取到的编号往后：取消不成的不会挡住后面的。 */
    private List<Long> late(Timestamp now, long after) {
        return jdbc.sql("""
                select id from orders where state = 'PENDING' and expires_at <= ? and id > ?
                order by id limit 200""").params(now, after).query(Long.class).list();
    }
}
