package com.example.bookstore;

import java.time.Duration;

import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

// region wiring
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("bookstore.cache.two-level")
class TwoLevelConfiguration {

    private static final String CHANNEL = "bookstore:changed";

    /** 把 Boot 建好的 RedisCacheManager 包起来，它的配置都还在。 */
    @Bean
    static BeanPostProcessor twoLevels(ObjectProvider<StringRedisTemplate> redis,
            @Value("${bookstore.cache.near-ttl}") Duration nearTtl) {
        return new BeanPostProcessor() {

            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof RedisCacheManager far
                        ? new TwoLevelCaches(far, nearTtl, text ->
                                redis.getObject().convertAndSend(CHANNEL, text))
                        : bean;
            }
        };
    }

    @Bean
    RedisMessageListenerContainer changes(RedisConnectionFactory redis,
            CacheManager caches) {
        RedisMessageListenerContainer container = new RedisMessageListenerContainer();
        container.setConnectionFactory(redis);
        container.addMessageListener(twoLevel(caches), ChannelTopic.of(CHANNEL));
        container.setAutoStartup(false); // 由 Subscription 启动
        return container;
    }
    // endregion wiring

    // region near-metrics
    /** Boot 认不出自己包的缓存，也就没有指标：告诉它，数近处的那一份。 */
    @Bean
    CacheMeterBinderProvider<TwoLevelCache> nearMetrics() {
        return (cache, tags) -> new CaffeineCacheMetrics<>(
                cache.near(), cache.getName(), tags);
    }
    // endregion near-metrics

    private static TwoLevelCaches twoLevel(CacheManager caches) {
        if (caches instanceof TwoLevelCaches twoLevel) {
            return twoLevel;
        }
        throw new IllegalStateException("bookstore.cache.two-level 要与 spring.cache.type=redis 一起用，"
                + "也不能再包一层 CacheTrace；现在的 CacheManager 是 " + caches.getClass().getName());
    }
}
