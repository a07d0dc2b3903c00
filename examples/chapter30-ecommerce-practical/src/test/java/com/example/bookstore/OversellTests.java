package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.oversell.Sale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

@DisplayName("一千人抢一百本")
class OversellTests extends RunningStore {

    private static final int BUYERS = 1000;
    private static final int COPIES = 100;

    @Autowired
    private DataSource database;
    @Autowired
    private StringRedisTemplate redis;

    private Sale sale() {
        return new Sale(database, redis, place().redisPrefix() + "sale", COPIES);
    }

    private static long bought(List<Future<Boolean>> buyers) {
        return buyers.stream().filter(Future::resultNow).count();
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
        run(table, "Redis 预扣", sale -> sale::redisFirst);
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
    @DisplayName("真的下单：一千人，一百本，正好一百张订单")
    void realOrders() {
        String isbn = newBook("23.00", COPIES);
        List<Future<Boolean>> buyers = together(BUYERS, () -> {
            try {
                place("buyer", isbn, 1);
                return true;
            }
            catch (com.example.bookstore.stock.OutOfStockException ex) {
                return false;
            }
        });
        assertThat(bought(buyers)).isEqualTo(COPIES);
        assertThat(level(isbn)).extracting("available", "reserved", "sold").containsExactly(0, COPIES, 0);
        balanced();
    }
}
