package com.example.bookstore;

import java.time.Instant;
import java.time.ZoneOffset;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The orders of the store, each NEW, PAID or CANCELLED. */
@Repository
public class Orders {

    private final JdbcClient jdbc;

    public Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public void place(Instant at) {
        jdbc.sql("insert into book_order (status, placed_at) values ('NEW', ?)")
                .param(at.atOffset(ZoneOffset.UTC)).update();
    }

    // region cancel
    /** 取消在 limit 之前下单、到现在还没有付款的订单，返回取消了几张。 */
    public int cancelUnpaid(Instant limit) {
        return jdbc.sql("""
                update book_order set status = 'CANCELLED'
                where status = 'NEW' and placed_at < ?""")
                .param(limit.atOffset(ZoneOffset.UTC)).update();
    }
    // endregion cancel

    public long count(String status) {
        return jdbc.sql("select count(*) from book_order where status = ?").param(status).query(Long.class).single();
    }
}
