package com.example.bookstore.points;

import com.example.bookstore.messaging.OrderPlaced;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

@Component
public class Points {

    private final JdbcTemplate jdbc;

    public Points(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    // region once
    /**
     * 记下这笔订单处理过，并加积分，两件事在同一个事务里。
     *
     * @throws DuplicateKeyException 这笔订单已经处理过
     */
    @Transactional
    public void addOnce(OrderPlaced order) {
        jdbc.update("insert into handled_order(order_id) values (?)", order.orderId());
        add(order);
    }
    // endregion once

    // region naive
    @Transactional
    public void add(OrderPlaced order) {
        if (order.cents() < 0) {
            throw new IllegalArgumentException("金额是负的：订单 " + order.orderId());
        }
        int accounts = jdbc.update("update account set points = points + ? where email = ?",
                order.cents() / 100, order.email());
        if (accounts == 0) {
            throw new IllegalStateException("没有这个账户：" + order.email());
        }
    }
    // endregion naive

    public int of(String email) {
        return jdbc.queryForObject("select points from account where email = ?", Integer.class, email);
    }
}
