package com.example.bookstore;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/**
 * Says of each lookup whether it was a hit, and what a miss cost. Wrap the cache manager in it; take
 * {@link #report()} after a run. Safe to use from several threads.
 */
public final class CacheTrace implements CacheManager {

    private final CacheManager target;
    private final Consumer<String> lines;
    private final LongSupplier millis;
    private final Map<String, Cache> caches = new ConcurrentHashMap<>();
    private final Map<String, Totals> totals = new TreeMap<>();

    /** @param lines gets one line per lookup, e.g. {@code log::info} */
    public CacheTrace(CacheManager target, Consumer<String> lines) {
        this(target, lines, () -> System.nanoTime() / 1_000_000);
    }

    CacheTrace(CacheManager target, Consumer<String> lines, LongSupplier millis) {
        this.target = target;
        this.lines = lines;
        this.millis = millis;
    }

    @Override
    public @Nullable Cache getCache(String name) {
        Cache cache = target.getCache(name);
        return cache == null ? null : caches.computeIfAbsent(name, key -> new Traced(cache));
    }

    @Override
    public Collection<String> getCacheNames() {
        return target.getCacheNames();
    }

    /** One line per cache: lookups, hits, misses, and the time spent loading what was missing. */
    public synchronized String report() {
        List<String> report = new ArrayList<>();
        totals.forEach((name, sum) -> report.add("%s：查 %d 次，命中 %d，未命中 %d%s，命中率 %d%%，加载共 %d ms"
                .formatted(name, sum.lookups(), sum.hits, sum.misses,
                        sum.failures == 0 ? "" : "，出错 " + sum.failures,
                        100 * sum.hits / Math.max(1, sum.lookups()), sum.loading)));
        return String.join("\n", report) + "\n";
    }

    private synchronized void hit(String cache, Object key) {
        totals.computeIfAbsent(cache, name -> new Totals()).hits++;
        lines.accept(cache + " " + key + " 命中");
    }

    private synchronized void miss(String cache, Object key) {
        totals.computeIfAbsent(cache, name -> new Totals()).misses++;
        lines.accept(cache + " " + key + " 未命中");
    }

    private synchronized void loaded(String cache, Object key, long loading) {
        totals.computeIfAbsent(cache, name -> new Totals()).loading += loading;
        lines.accept(cache + " " + key + " 加载 " + loading + " ms");
    }

    private synchronized void failed(String cache, Object key, Throwable failure) {
        totals.computeIfAbsent(cache, name -> new Totals()).failures++;
        lines.accept(cache + " " + key + " 出错：" + failure);
    }

    private static final class Totals {
        private long hits;
        private long misses;
        private long failures;
        private long loading;

        private long lookups() {
            return hits + misses + failures;
        }
    }

    /** The misses of one thread that may still be stored; only the last few, or they would never go. */
    private static final class Recent extends LinkedHashMap<Object, Long> {

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Long> eldest) {
            return size() > 16;
        }
    }

    private final class Traced implements Cache {

        private final Cache cache;
        // 未命中之后，同一个线程会去加载，再放回来；没有放回的不能一直占着
        private final ThreadLocal<Map<Object, Long>> missedAt =
                ThreadLocal.withInitial(Recent::new);

        Traced(Cache cache) {
            this.cache = cache;
        }

        @Override
        public @Nullable ValueWrapper get(Object key) {
            ValueWrapper value = asking(key, () -> cache.get(key));
            if (value == null) {
                missedAt.get().put(key, millis.getAsLong());
                miss(getName(), key);
            }
            else {
                hit(getName(), key);
            }
            return value;
        }

        @Override
        public void put(Object key, @Nullable Object value) {
            Long since = missedAt.get().remove(key);
            if (since != null) {
                loaded(getName(), key, millis.getAsLong() - since);
            }
            cache.put(key, value);
        }

        /** A lookup is one also when the cache fails; what it throws is passed on. */
        private <V> @Nullable V asking(Object key, Supplier<@Nullable V> lookup) {
            try {
                return lookup.get();
            }
            catch (RuntimeException ex) {
                failed(getName(), key, ex);
                throw ex;
            }
        }

        @Override
        public <T> @Nullable T get(Object key, Callable<T> loader) {
            boolean[] loaded = new boolean[1];
            T value;
            try {
                value = cache.get(key, () -> {
                    loaded[0] = true;
                    miss(getName(), key);
                    long start = millis.getAsLong();
                    try {
                        return loader.call();
                    }
                    finally {
                        loaded(getName(), key, millis.getAsLong() - start);
                    }
                });
            }
            catch (RuntimeException ex) {
                if (!loaded[0]) {
                    failed(getName(), key, ex);
                }
                throw ex;
            }
            if (!loaded[0]) {
                hit(getName(), key);
            }
            return value;
        }

        @Override
        public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
            // The wrapper tells a cached null, a hit, from nothing cached; the value alone does not.
            ValueWrapper wrapper = asking(key, () -> cache.get(key));
            if (wrapper == null) {
                miss(getName(), key);
                return null;
            }
            hit(getName(), key);
            Object value = wrapper.get();
            if (value != null && type != null && !type.isInstance(value)) {
                throw new IllegalStateException(
                        "Cached value is not of required type [" + type.getName() + "]: " + value);
            }
            @SuppressWarnings("unchecked")
            T typed = (T) value;
            return typed;
        }

        @Override
        public @Nullable CompletableFuture<?> retrieve(Object key) {
            CompletableFuture<?> found = asking(key, () -> cache.retrieve(key));
            if (found == null) {
                miss(getName(), key);
                return null;
            }
            return found.whenComplete((value, failure) -> {
                if (failure != null) {
                    failed(getName(), key, failure);
                }
                else if (value == null) {
                    miss(getName(), key);
                }
                else {
                    hit(getName(), key);
                }
            });
        }

        @Override
        public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> loader) {
            boolean[] loaded = new boolean[1];
            CompletableFuture<T> found = asking(key, () -> cache.retrieve(key, () -> {
                loaded[0] = true;
                miss(getName(), key);
                long start = millis.getAsLong();
                return loader.get().whenComplete((result, failure) ->
                        loaded(getName(), key, millis.getAsLong() - start));
            }));
            // Redis answers later: only then is it known whether the loader was asked.
            return found.whenComplete((value, failure) -> {
                if (loaded[0]) {
                    return;
                }
                if (failure == null) {
                    hit(getName(), key);
                }
                else {
                    failed(getName(), key, failure);
                }
            });
        }

        @Override
        public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
            return cache.putIfAbsent(key, value);
        }

        @Override
        public void evict(Object key) {
            cache.evict(key);
        }

        @Override
        public boolean evictIfPresent(Object key) {
            return cache.evictIfPresent(key);
        }

        @Override
        public void clear() {
            cache.clear();
        }

        @Override
        public boolean invalidate() {
            return cache.invalidate();
        }

        @Override
        public String getName() {
            return cache.getName();
        }

        @Override
        public Object getNativeCache() {
            return cache.getNativeCache();
        }
    }
}
