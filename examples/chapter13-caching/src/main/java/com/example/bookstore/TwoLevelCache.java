package com.example.bookstore;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.support.AbstractValueAdaptingCache;

/**
 * Two levels: what this process holds in memory, and behind it a cache that all processes share. A change
 * drops the near value and tells the other processes to drop theirs. Keys are told apart by their text, as
 * in Redis. Methods that return a {@code CompletableFuture} are not supported.
 */
public final class TwoLevelCache extends AbstractValueAdaptingCache {

    private final Cache far;
    private final com.github.benmanes.caffeine.cache.Cache<String, Object> near;
    private final Consumer<String> changed;
    private final AtomicLong cleared = new AtomicLong();

    /** @param changed tells the other processes which key changed; the empty text stands for all keys */
    TwoLevelCache(Cache far, com.github.benmanes.caffeine.cache.Cache<String, Object> near,
            Consumer<String> changed) {
        super(true);
        this.far = far;
        this.near = near;
        this.changed = changed;
    }

    // region read
    /** 近处没有，才到远处去拿；拿的时候占着这个键，这时来的“忘掉它”要等拿完。 */
    @Override
    protected @Nullable Object lookup(Object key) {
        return nearOr(text(key), name -> {
            ValueWrapper found = far.get(key);
            return found == null ? null : toStoreValue(found.get());
        });
    }

    private @Nullable Object nearOr(String key, Function<String, Object> load) {
        long before = cleared.get();
        Object value = near.get(key, load);
        if (cleared.get() != before) {
            near.invalidate(key); // “全部忘掉”不等拿到一半的，所以拿完再忘一次
        }
        return value;
    }
    // endregion read

    // region write
    /** 先改远处，再忘掉近处的，最后告诉别的进程。近处只删不放，下次读时再拿。 */
    @Override
    public void put(Object key, @Nullable Object value) {
        change(text(key), () -> far.put(key, value));
    }

    @Override
    public void evict(Object key) {
        change(text(key), () -> far.evict(key));
    }

    private void change(String key, Runnable inFar) {
        try {
            inFar.run();
        }
        finally {
            forget(key); // 远处没有改成，近处的也不能留
        }
        changed.accept(key);
    }

    /** 别的进程说改了，也到这里；空的键是全部。 */
    void forget(String key) {
        if (key.isEmpty()) {
            cleared.incrementAndGet();
            near.invalidateAll();
        }
        else {
            near.invalidate(key);
        }
    }
    // endregion write

    @Override
    public <T> @Nullable T get(Object key, Callable<T> loader) {
        Object stored = nearOr(text(key), name -> toStoreValue(far.get(key, loader)));
        @SuppressWarnings("unchecked")
        T value = (T) fromStoreValue(stored);
        return value;
    }

    @Override
    public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
        ValueWrapper[] present = new ValueWrapper[1];
        change(text(key), () -> present[0] = far.putIfAbsent(key, value));
        return present[0];
    }

    @Override
    public void clear() {
        change("", far::clear);
    }

    /** What this process holds, for whoever counts its hits. */
    com.github.benmanes.caffeine.cache.Cache<String, Object> near() {
        return near;
    }

    private static String text(Object key) {
        String text = key.toString();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("键不能是空的");
        }
        return text;
    }

    @Override
    public String getName() {
        return far.getName();
    }

    @Override
    public Object getNativeCache() {
        return near;
    }
}
