package com.example.bookstore.locking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Five copies, eight buyers at the same moment, four ways to take a copy. */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class OversellTest {

    private static final int COPIES = 5;
    private static final int BUYERS = 8;

    /** What a way of buying works with. */
    private record Shop(JdbcClient jdbc, TransactionTemplate transaction, CyclicBarrier allHaveRead) {

        int stock() {
            return jdbc.sql("select stock from book").query(Integer.class).single();
        }

        /** Waits until all buyers have read, so that the race happens on every run. */
        void readByAll() {
            try {
                allHaveRead.await();
            }
            catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    private enum Way {

        先读后写 {
            // region read-then-write
            @Override
            boolean buy(Shop shop) {
                return shop.transaction().execute(status -> {
                    int stock = shop.stock();
                    shop.readByAll();
                    if (stock < 1) {
                        return false;
                    }
                    shop.jdbc().sql("update book set stock = ?").param(stock - 1).update();
                    return true;
                });
            }
            // endregion read-then-write
        },
        一条带条件的UPDATE {
            // region conditional-update
            @Override
            boolean buy(Shop shop) {
                return shop.transaction().execute(status -> 1 == shop.jdbc()
                        .sql("update book set stock = stock - 1 where stock >= 1").update());
            }
            // endregion conditional-update
        },
        悲观锁 {
            // region pessimistic
            @Override
            boolean buy(Shop shop) {
                return shop.transaction().execute(status -> {
                    int stock = shop.jdbc().sql("select stock from book for update")
                            .query(Integer.class).single();
                    if (stock < 1) {
                        return false;
                    }
                    shop.jdbc().sql("update book set stock = ?").param(stock - 1).update();
                    return true;
                });
            }
            // endregion pessimistic
        },
        乐观锁加重试 {
            // region optimistic
            private final RetryTemplate retry = new RetryTemplate(RetryPolicy.builder()
                    .includes(OptimisticLockingFailureException.class)
                    .maxRetries(BUYERS)
                    .delay(Duration.ofMillis(5)).jitter(Duration.ofMillis(5)).build());

            @Override
            boolean buy(Shop shop) {
                return retry.invoke(() -> shop.transaction().execute(status -> {
                    int[] row = shop.jdbc().sql("select stock, version from book")
                            .query((rs, i) -> new int[] {rs.getInt(1), rs.getInt(2)})
                            .single();
                    if (row[0] < 1) {
                        return false;
                    }
                    int changed = shop.jdbc().sql("""
                            update book set stock = ?, version = version + 1 where version = ?
                            """)
                            .params(row[0] - 1, row[1]).update();
                    if (changed == 0) {
                        throw new OptimisticLockingFailureException("别人先改了");
                    }
                    return true;
                }));
            }
            // endregion optimistic
        };

        /** Buys one copy if there is one. */
        abstract boolean buy(Shop shop);
    }

    @Test
    @DisplayName("5 本书 8 个人同时买：四种写法在三个数据库上的结果")
    void race() {
        StringBuilder text = new StringBuilder();
        for (Way way : Way.values()) {
            text.append(way).append('\n');
            for (Database database : Database.values()) {
                try (HikariDataSource pool = database.freshPool("oversell", BUYERS);
                        ExecutorService buyers = Executors.newFixedThreadPool(BUYERS)) {
                    JdbcClient jdbc = JdbcClient.create(pool);
                    jdbc.sql("create table book (stock int check (stock >= 0), version int)").update();
                    jdbc.sql("insert into book values (?, 0)").param(COPIES).update();
                    TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
                    transaction.setIsolationLevel(TransactionTemplate.ISOLATION_READ_COMMITTED);
                    Shop shop = new Shop(jdbc, transaction, new CyclicBarrier(BUYERS));
                    List<CompletableFuture<Boolean>> results = Stream
                            .generate(() -> CompletableFuture.supplyAsync(() -> way.buy(shop), buyers))
                            .limit(BUYERS).toList();
                    long sold = results.stream().filter(CompletableFuture::join).count();
                    text.append("  %s：卖出 %d 本，库存还剩 %d%n".formatted(database, sold, shop.stock()));
                    assertThat(sold).isEqualTo(way == Way.先读后写 ? BUYERS : COPIES);
                }
            }
        }
        Recording.check("oversell.txt", text.toString());
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    @DisplayName("一个人 for update 锁住了这一行：普通的 select 不等，再来 for update 的要等")
    void plainReadsDoNotWait(Database database) {
        try (HikariDataSource pool = database.freshPool("oversell", 2)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("create table book (stock int)").update();
            jdbc.sql("insert into book values (?)").param(COPIES).update();
            TransactionTemplate holder = new TransactionTemplate(new JdbcTransactionManager(pool));
            holder.setIsolationLevel(TransactionTemplate.ISOLATION_READ_COMMITTED);
            TransactionTemplate other = new TransactionTemplate(holder.getTransactionManager(), holder);
            other.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
            Shop shop = new Shop(jdbc, holder, null);
            holder.executeWithoutResult(status -> {
                jdbc.sql("select stock from book for update").query(Integer.class).single();
                assertThat(other.<Integer>execute(inner -> shop.stock())).isEqualTo(COPIES);
                assertThatThrownBy(() -> other.executeWithoutResult(inner -> {
                    jdbc.sql(switch (database) {
                        case H2 -> "set lock_timeout 50";
                        case POSTGRESQL -> "set local lock_timeout = '50ms'";
                        case MARIADB -> "set innodb_lock_wait_timeout = 0";
                    }).update();
                    jdbc.sql("select stock from book for update").query(Integer.class).single();
                })).isInstanceOf(DataAccessException.class).rootCause().hasMessageMatching("(?si).*lock.*(time|wait).*");
            });
        }
    }
}
