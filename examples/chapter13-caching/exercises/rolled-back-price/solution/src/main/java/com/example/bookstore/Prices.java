package com.example.bookstore;

import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.jdbc.core.simple.JdbcClient;

// region prices
public class Prices {

    private final JdbcClient jdbc;

    public Prices(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** 测试用它返回的 CacheManager。 */
    public static CacheManager cacheManager() {
        // 写与删都等到提交之后，回滚就不做
        return new TransactionAwareCacheManagerProxy(
                new CaffeineCacheManager("prices"));
    }

    @Cacheable("prices")
    public int find(int book) {
        return jdbc.sql("select price from book where id = ?")
                .param(book).query(Integer.class).single();
    }

    /** 别的服务在它们的事务里调用它。 */
    @CachePut(cacheNames = "prices", key = "#book")
    public int change(int book, int price) {
        jdbc.sql("update book set price = ? where id = ?")
                .params(price, book).update();
        return price;
    }
}
// endregion prices
