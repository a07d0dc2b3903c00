package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;

/** Puts a near cache in front of every cache of another manager, and hears what other processes changed. */
public final class TwoLevelCaches implements CacheManager, MessageListener {

    private final CacheManager far;
    private final Duration nearTtl;
    private final Consumer<String> publish;
    private final Ticker ticker;
    private final Map<String, TwoLevelCache> caches = new ConcurrentHashMap<>();

    /**
     * @param nearTtl how long a value may be old at most when the message about its change is lost
     * @param publish sends one line of text to all processes
     */
    public TwoLevelCaches(CacheManager far, Duration nearTtl, Consumer<String> publish) {
        this(far, nearTtl, publish, Ticker.systemTicker());
    }

    TwoLevelCaches(CacheManager far, Duration nearTtl, Consumer<String> publish, Ticker ticker) {
        this.far = far;
        this.nearTtl = nearTtl;
        this.publish = publish;
        this.ticker = ticker;
    }

    @Override
    public @Nullable Cache getCache(String name) {
        Cache shared = far.getCache(name);
        if (shared instanceof TransactionAwareCacheDecorator aware) {
            // 等提交的那一层要在外面：近处与通知也要等
            return new TransactionAwareCacheDecorator(near(name, aware.getTargetCache()));
        }
        return shared == null ? null : near(name, shared);
    }

    private TwoLevelCache near(String name, Cache shared) {
        return caches.computeIfAbsent(name, key ->
                new TwoLevelCache(shared, Caffeine.newBuilder().ticker(ticker)
                        // 通知可能丢：近处的值最多旧这么久
                        .maximumSize(1000).expireAfterWrite(nearTtl).recordStats().build(),
                        changed -> publish.accept(name + "\n" + changed)));
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        String text = new String(message.getBody(), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        TwoLevelCache cache = end < 0 ? null : caches.get(text.substring(0, end));
        if (cache != null) {
            cache.forget(text.substring(end + 1));
        }
    }

    @Override
    public Collection<String> getCacheNames() {
        return far.getCacheNames();
    }
}
