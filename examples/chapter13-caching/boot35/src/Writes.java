package com.example.bookstore;

import java.util.Map;

import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Writes to a cache whose Redis is not there, with all defaults; prints what each write does. */
public class Writes {

    public static void main(String[] args) {
        var redis = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(args[0]));
        redis.afterPropertiesSet();
        redis.start();
        RedisCacheManager manager = RedisCacheManager.create(redis);
        manager.afterPropertiesSet();
        Cache books = manager.getCache("books");
        Map<String, Runnable> writes = Map.of("put", () -> books.put("1", "三体"),
                "evict", () -> books.evict("1"), "clear", books::clear);
        writes.forEach((name, write) -> {
            try {
                write.run();
                System.out.println(name + "：不报错");
            }
            catch (RuntimeException ex) {
                System.out.println(name + "：" + ex.getClass().getSimpleName());
            }
        });
        redis.destroy();
    }
}
