package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.stock.OutOfStockException;
import com.example.oversell.Sale;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.CannotCreateTransactionException;

@DisplayName("一千人抢一百本")
class OversellTests extends RunningStore {

    private static final int BUYERS = 1000;
    private static final int COPIES = 100;

    @Autowired
    private HikariDataSource store;
    @Autowired
    private StringRedisTemplate redis;
    private HikariDataSource database;

    /**
     * As many connections as the store has. The ways are compared by what they sell and by their statements, so that
     * here a buyer waits for a connection as long as it takes, on however slow a machine; the store's own limit of
     * three seconds is tried in {@link #realOrders} and in {@code ApiTests.busy}.
     */
    @BeforeEach
    void patientConnections() {
        HikariConfig config = new HikariConfig();
        store.copyStateTo(config);
        config.setPoolName("patient");
        config.setConnectionTimeout(60_000);
        database = new HikariDataSource(config);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Sale sale() {
        return new Sale(database, redis, place().redisPrefix() + "sale", COPIES);
    }

    private static long bought(List<Boolean> buyers) {
        return buyers.stream().filter(bought -> bought).count();
    }

    private Sale run(Table table, String name, Function<Sale, Sale.Way> way) {
        Sale sale = sale();
        Sale.Way chosen = way.apply(sale);
        long bought = bought(together(BUYERS, chosen::buy));
        assertThat(bought).as(name).isEqualTo(COPIES);
        assertThat(sale.left()).as(name).isZero();
        table.row(name, bought, BUYERS - bought, sale.left(), sale.statements());
        return sale;
    }

    @Test
    void threeWays() {
        Sale naive = sale();
        long bought = bought(together(BUYERS, naive::readThenWrite));
        assertThat(bought).isGreaterThan(COPIES);
        Table table = new Table("一千人抢一百本", "买到的人", "没买到", "剩下", "到数据库的语句");
        table.row("先查再写", "多于 100", "少于 900", "对不上", "不一定");
        run(table, "条件更新", sale -> sale::conditional);
        run(table, "悲观锁", sale -> sale::pessimistic);
        Sale soldOut = run(table, "Redis 预扣", sale -> sale::redisFirst);
        redis.opsForValue().set(place().redisPrefix() + "sale", "5");
        assertThat(together(5, soldOut::redisFirst)).as("号发多了").containsOnly(false);
        assertThat(soldOut.left()).isZero();
        Recording.check("oversell.txt", table.toString());
    }

    @Test
    @DisplayName("Redis 预扣之后、写数据库之前被杀：Redis 说没有了，数据库还有")
    void redisForgetsUnits() {
        Sale sale = sale();
        redis.opsForValue().decrement(place().redisPrefix() + "sale");
        long bought = bought(together(BUYERS, sale::redisFirst));
        assertThat(bought).isEqualTo(COPIES - 1);
        assertThat(sale.left()).isEqualTo(1);
        Recording.check("redis-lost.txt", "买到的人：%d%nRedis 里的号：发完了%n数据库里还有：%d%n".formatted(bought, sale.left()));
    }

    @Test
    @DisplayName("Redis 预扣之后等不到连接，这时又来了一个拿不到号的：号还回去，还是卖得出一百本")
    void redisNumberGivenBack() throws SQLException {
        HikariConfig config = new HikariConfig();
        store.copyStateTo(config);
        config.setPoolName("impatient");
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(250);
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> { });
        try (HikariDataSource impatient = new HikariDataSource(config)) {
            Sale sale = new Sale(new DelegatingDataSource(impatient) {
                @Override
                public Connection getConnection() throws SQLException {
                    meanwhile.get().run();
                    return super.getConnection();
                }
            }, redis, place().redisPrefix() + "sale", COPIES);
            assertThat(Stream.generate(sale::redisFirst).limit(COPIES - 1).filter(bought -> bought)).hasSize(COPIES - 1);
            meanwhile.set(() -> assertThat(sale.redisFirst()).as("没有号了").isFalse());
            try (Connection taken = impatient.getConnection()) {
                assertThat(taken.isValid(1)).isTrue();
                assertThatThrownBy(sale::redisFirst).isInstanceOf(CannotGetJdbcConnectionException.class);
            }
            meanwhile.set(() -> { });
            assertThat(List.of(sale.redisFirst(), sale.redisFirst())).as("还回来的那一个号").containsExactly(true, false);
            assertThat(sale.left()).isZero();
        }
    }

    @Test
    @DisplayName("真的下单：一千人，一百本，正好一百张订单")
    void realOrders() {
        String isbn = newBook("23.00", COPIES);
        List<Boolean> buyers = together(BUYERS, () -> buy(new NewOrder("buyer", UUID.randomUUID().toString(),
                Map.of(isbn, 1), null)));
        assertThat(bought(buyers)).isEqualTo(COPIES);
        assertThat(level(isbn)).extracting("available", "reserved", "sold").containsExactly(0, COPIES, 0);
        balanced();
    }

    /** Who has got no connection within three seconds has ordered nothing: he comes again, with the same key. */
    private boolean buy(NewOrder order) {
        while (true) {
            try {
                checkout.place(order);
                return true;
            }
            catch (OutOfStockException ex) {
                return false;
            }
            catch (CannotCreateTransactionException ex) {
                assertThat(ex).hasCauseInstanceOf(SQLTransientConnectionException.class);
            }
        }
    }
}
