package com.example.bookstore;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** 启动时 Redis 停着，也不能挡住书店：订阅不上，五秒后再试。 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@ConditionalOnBooleanProperty("bookstore.cache.two-level")
class Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
    private final RedisMessageListenerContainer changes;
    private final RedisConnectionFactory redis;
    private boolean told;

    Subscription(RedisMessageListenerContainer changes, RedisConnectionFactory redis) {
        this.changes = changes;
        this.redis = redis;
    }

    @Scheduled(fixedDelay = 5_000)
    void subscribe() {
        if (changes.isListening()) {
            return;
        }
        try (RedisConnection connection = redis.getConnection()) {
            connection.ping(); // 先问一声：容器每失败一次，都打印一大段堆栈
            changes.stop(); // 上一次没有订阅上的，要先停
            changes.start();
            LOG.atLevel(told ? Level.WARN : Level.INFO).log("订阅上了通知");
            told = false;
        }
        catch (DataAccessException ex) {
            LOG.atLevel(told ? Level.DEBUG : Level.WARN)
                    .log("订阅不上通知，每五秒再试：{}", ex.getMessage());
            told = true;
        }
    }
}
