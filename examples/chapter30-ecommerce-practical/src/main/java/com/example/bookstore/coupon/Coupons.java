package com.example.bookstore.coupon;

import java.math.BigDecimal;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** 一张优惠券用一次；订单取消了，券还给顾客。 */
@Component
public class Coupons {

    private final JdbcClient jdbc;

    Coupons(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** 把券记在这张订单上，返回减多少。没有、用过、不够门槛，都改不到行。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public BigDecimal redeem(String code, long orderId, BigDecimal goods) {
        return jdbc.sql("""
                update coupon set order_id = ?
                where code = ? and order_id is null and min_amount <= ?
                returning percent""").params(orderId, code, goods)
                .query(Integer.class).optional()
                .map(percent -> Discounts.percent(goods, percent))
                .filter(discount -> discount.compareTo(goods) < 0) // 一分钱打五折就减光了
                .orElseThrow(() -> new CouponRefusedException(code));
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public void release(long orderId) {
        jdbc.sql("update coupon set order_id = null where order_id = ?").param(orderId).update();
    }
}
