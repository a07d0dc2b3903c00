package com.example.bookstore.web;

import java.time.Duration;
import java.util.List;

import com.example.bookstore.platform.BookstoreProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** 一位顾客一分钟最多下几单，几个实例合起来数。 */
@Component
public class RateLimit {

    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(RateLimit.class);

    /** 加一与设期限在一个脚本里：中间被杀，也不会留下一个不过期的计数。 */
    private static final RedisScript<Long> COUNT = RedisScript.of("""
            local n = redis.call('INCR', KEYS[1])
            if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
            return n""", Long.class);

    private final StringRedisTemplate redis;
    private final String prefix;
    private final int most;

    RateLimit(StringRedisTemplate redis, BookstoreProperties properties) {
        this.redis = redis;
        this.prefix = properties.redisPrefix() + "limit:";
        this.most = properties.ordersPerMinute();
    }

    public boolean allows(String customer) {
        try {
            Long count = redis.execute(COUNT, List.of(prefix + customer),
                    String.valueOf(WINDOW.toMillis()));
            return count == null || count <= most;
        }
        catch (DataAccessException ex) {
            // 数不了的时候照样卖书：限流保护的是数据库，不是书
            log.warn("Redis 不答复，这一次不限流：{}", ex.toString());
            return true;
        }
    }
}
