package com.example.bookstore.stock;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** 每本书在三处之一：可卖、被订单占着、卖掉了；三处加起来是进过的货。 */
@Component
public class Stock {

    public record Level(String isbn, int received, int available, int reserved, int sold) {
    }

    private final JdbcClient jdbc;

    Stock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // region reserve
    /** 占住几本。条件写在 update 里，检查与扣减是同一步。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public void reserve(String isbn, int quantity) {
        int changed = jdbc.sql("""
                update stock set available = available - :n, reserved = reserved + :n
                where isbn = :isbn and available >= :n""")
                .param("n", quantity).param("isbn", isbn).update();
        if (changed == 0) {
            throw new OutOfStockException(isbn);
        }
    }
    // endregion reserve

    /** 订单取消，放回去。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public void release(String isbn, int quantity) {
        move("update stock set reserved = reserved - :n, available = available + :n where isbn = :isbn", isbn, quantity);
    }

    /** 订单付了款，占着的变成卖掉的。 */
    @Transactional(propagation = Propagation.MANDATORY)
    public void sell(String isbn, int quantity) {
        move("update stock set reserved = reserved - :n, sold = sold + :n where isbn = :isbn", isbn, quantity);
    }

    private void move(String sql, String isbn, int quantity) {
        if (jdbc.sql(sql).param("n", quantity).param("isbn", isbn).update() != 1) {
            throw new IllegalStateException("没有这本书的库存：" + isbn);
        }
    }

    public List<Level> levels() {
        return jdbc.sql("select isbn, received, available, reserved, sold from stock order by isbn")
                .query(Level.class).list();
    }

    public Map<String, Integer> available() {
        return levels().stream().collect(Collectors.toMap(Level::isbn, Level::available));
    }
}
