package com.example.bookstore.saga;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** 目录服务的库存。每个方法是自己的事务，同一张订单可以来几次。 */
public class Stock {

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    public Stock(JdbcClient jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @return false 表示没有货，或者这张订单已经取消过；同一张订单再来，取消之前答复与第一次相同 */
    // region reserve
    public boolean reserve(String orderId, String isbn) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            boolean first = jdbc.sql("""
                    insert into reservation values (?, ?, 'HELD')
                    on conflict do nothing""")
                    .params(orderId, isbn).update() == 1;
            if (!first) { // 来过了：还占着就是成功
                return jdbc.sql("select state from reservation where order_id = ?")
                        .param(orderId).query(String.class).single().equals("HELD");
            }
            boolean taken = jdbc.sql("""
                    update stock set left_over = left_over - 1
                    where isbn = ? and left_over > 0""").param(isbn).update() == 1;
            if (!taken) { // 没有货也要记住，后来补了货也还是这个答复
                jdbc.sql("update reservation set state = 'REFUSED' where order_id = ?")
                        .param(orderId).update();
            }
            return taken;
        }));
    }
    // endregion reserve

    // region release
    public void release(String orderId, String isbn) {
        transaction.executeWithoutResult(status -> {
            // 还没有占过就来取消：留一行，迟到的“占库存”看到它就不再占；
            // 正在占的，这一句会等它提交，下一句才看得到
            jdbc.sql("""
                    insert into reservation values (?, ?, 'RELEASED')
                    on conflict do nothing""")
                    .params(orderId, isbn).update();
            // 放回的是占的时候记下的那一本，不听调用方这一次怎么说
            jdbc.sql("""
                    update reservation set state = 'RELEASED'
                    where order_id = ? and state = 'HELD' returning isbn""")
                    .param(orderId).query(String.class).optional()
                    .ifPresent(held -> jdbc.sql("""
                            update stock set left_over = left_over + 1
                            where isbn = ?""").param(held).update());
        });
    }
    // endregion release
}
