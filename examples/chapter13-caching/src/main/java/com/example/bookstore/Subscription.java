package com.example.bookstore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

// region subscribe
/** 启动时 Redis 停着，也不能挡住书店：订阅不上，五秒后再试。 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@ConditionalOnBooleanProperty("bookstore.cache.two-level")
class Subscription {

    private final RedisMessageListenerContainer changes;

    Subscription(RedisMessageListenerContainer changes) {
        this.changes = changes;
    }

    @Scheduled(fixedDelay = 5_000)
    void subscribe() {
        if (!changes.isListening()) {
            changes.stop(); // 上一次没有订阅上的，要先停
            changes.start();
        }
    }
}
// endregion subscribe
