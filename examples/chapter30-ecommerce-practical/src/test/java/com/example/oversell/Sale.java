package com.example.oversell;

import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Four ways to sell one copy; each counts the statements that reach the database. */
public final class Sale {

    /** One buyer comes: true when he gets a copy. */
    public interface Way {
        boolean buy();
    }

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final StringRedisTemplate redis;
    private final String key;
    private final AtomicInteger statements = new AtomicInteger();

    public Sale(DataSource database, StringRedisTemplate redis, String key, int copies) {
        this.jdbc = JdbcClient.create(database);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        this.redis = redis;
        this.key = key;
        jdbc.sql("drop table if exists sale").update();
        jdbc.sql("create table sale (copies int not null)").update();
        jdbc.sql("insert into sale values (?)").param(copies).update();
        redis.opsForValue().set(key, String.valueOf(copies));
    }

    public int statements() {
        return statements.get();
    }

    public int left() {
        return jdbc.sql("select copies from sale").query(Integer.class).single();
    }

    private JdbcClient.StatementSpec sql(String sql) {
        statements.incrementAndGet();
        return jdbc.sql(sql);
    }

    /** 先查，再写回减一之后的数：别人可以在两步之间来。 */
    public boolean readThenWrite() {
        int left = sql("select copies from sale").query(Integer.class).single();
        return left > 0 && sql("update sale set copies = ?").param(left - 1).update() == 1;
    }

    /** 条件更新：一条语句。 */
    public boolean conditional() {
        return sql("update sale set copies = copies - 1 where copies > 0").update() == 1;
    }

    /** 悲观锁：先锁住这一行，再看，再写。 */
    public boolean pessimistic() {
        return transaction.execute(status -> {
            int left = sql("select copies from sale for update")
                    .query(Integer.class).single();
            return left > 0
                    && sql("update sale set copies = ?").param(left - 1).update() == 1;
        });
    }

    /** Redis 预扣：拿到号的才去数据库，数据库仍然用条件更新。 */
    public boolean redisFirst() {
        Long left = redis.opsForValue().decrement(key);
        if (left == null || left < 0) {
            redis.opsForValue().increment(key); // 没有抢到号，不让它变成负数
            return false;
        }
        try {
            return conditional();
        }
        catch (RuntimeException ex) {
            // 比如等不到连接：号还回去，不然这一本谁也买不到；号多了也不会多卖
            redis.opsForValue().increment(key);
            throw ex;
        }
    }
}
