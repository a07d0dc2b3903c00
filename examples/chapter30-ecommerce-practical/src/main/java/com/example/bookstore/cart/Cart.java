package com.example.bookstore.cart;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import com.example.bookstore.platform.BookstoreProperties;
import org.springframework.data.redis.core.BoundHashOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** 购物车放在 Redis 里，七天不动就没有了。它不占库存，丢了顾客再加一次。 */
@Component
public class Cart {

    private static final Duration KEPT = Duration.ofDays(7);
    private static final int MOST = 99;

    private final StringRedisTemplate redis;
    private final String prefix;

    Cart(StringRedisTemplate redis, BookstoreProperties properties) {
        this.redis = redis;
        this.prefix = properties.redisPrefix() + "cart:";
    }

    private BoundHashOperations<String, String, String> of(String customer) {
        return redis.boundHashOps(prefix + customer);
    }

    /** 同一本书再加就是加数量，一种书最多 99 本。 */
    public void add(String customer, String isbn, int quantity) {
        Long now = of(customer).increment(isbn, quantity);
        if (now != null && now > MOST) {
            of(customer).put(isbn, String.valueOf(MOST));
        }
        redis.expire(prefix + customer, KEPT);
    }

    public void remove(String customer, String isbn) {
        of(customer).delete(isbn);
    }

    public Map<String, Integer> items(String customer) {
        Map<String, Integer> items = new TreeMap<>();
        of(customer).entries().forEach((isbn, quantity) -> items.put(isbn, Integer.valueOf(quantity)));
        return items;
    }

    public void clear(String customer) {
        redis.delete(prefix + customer);
    }
}
