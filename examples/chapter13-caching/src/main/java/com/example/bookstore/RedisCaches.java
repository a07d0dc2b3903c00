package com.example.bookstore;

import java.time.Duration;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.BatchStrategies;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/** Writes the cached books as JSON, for as long as each cache needs. */
@Configuration(proxyBeanMethods = false)
class RedisCaches {

    // region writer
    @Bean
    RedisCacheManagerBuilderCustomizer writer(RedisConnectionFactory redis) {
        return builder -> builder.cacheWriter(RedisCacheWriter.create(redis,
                // 等 Redis 确认了再返回：默认不等，写不成也不报错
                writer -> writer.immediateWrites()
                        // 清空缓存时分批找键，不用 KEYS
                        .batchStrategy(BatchStrategies.scan(1000))));
    }
    // endregion writer

    // region json
    @Bean
    @ConditionalOnBooleanProperty("bookstore.cache.json")
    RedisCacheManagerBuilderCustomizer caches() {
        return builder -> builder
                .withCacheConfiguration("books", json(Book.class, Duration.ofMinutes(10)))
                .withCacheConfiguration("prices", json(Book.class, Duration.ofSeconds(30)));
    }

    private static <T> RedisCacheConfiguration json(Class<T> type, Duration ttl) {
        return RedisCacheConfiguration.defaultCacheConfig()
                // 缓存名里带版本：Book 的字段一改就写 v2，旧的条目留给过期
                .prefixCacheNameWith("bookstore:v1:")
                .entryTtl(ttl)
                .serializeValuesWith(SerializationPair.fromSerializer(
                        new JacksonJsonRedisSerializer<>(type)));
    }
    // endregion json
}
