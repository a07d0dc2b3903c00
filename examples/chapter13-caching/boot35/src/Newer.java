package com.example.bookstore;

import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;

// 本章 RedisCaches 用到、3.5 里还没有的三样
class Newer {

    RedisCacheManagerBuilderCustomizer writer(RedisConnectionFactory redis) {
        return builder -> builder.cacheWriter(RedisCacheWriter.create(redis,
                writer -> writer.immediateWrites()));
    }

    Object json() {
        return new JacksonJsonRedisSerializer<>(String.class);
    }
}
