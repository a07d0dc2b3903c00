package com.example.bookstore;

import org.springframework.boot.autoconfigure.cache.RedisCacheManagerBuilderCustomizer;
import org.springframework.data.redis.cache.BatchStrategies;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.Jackson2JsonRedisSerializer;

// 本章 RedisCaches 的三样，在 3.5 里的写法
class Older {

    RedisCacheManagerBuilderCustomizer writer(RedisConnectionFactory redis) {
        return builder -> builder.cacheWriter(RedisCacheWriter.nonLockingRedisCacheWriter(redis,
                BatchStrategies.scan(1000)));
    }

    Object json() {
        return new Jackson2JsonRedisSerializer<>(String.class);
    }
}
