package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import com.example.book.Recording;
import com.example.book.RequiresProgram;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class CacheTraceTests {

    private final AtomicLong clock = new AtomicLong();
    private final List<String> lines = new ArrayList<>();
    private final CacheTrace trace = new CacheTrace(new CaffeineCacheManager("books", "pages"), lines::add,
            clock::get);

    static class Shop {

        private final AtomicLong clock;

        Shop(AtomicLong clock) {
            this.clock = clock;
        }

        @Cacheable("books")
        public String find(String isbn) {
            clock.addAndGet(12);
            return "三体";
        }

        @Cacheable(cacheNames = "pages", sync = true)
        public String page(int page, int size) {
            clock.addAndGet(80);
            return "…";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {
    }

    @Test
    @DisplayName("一次查找一行，未命中的加载完再说一行：缓存、键、命中没有、加载多久；最后一张总表")
    void trace() {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Application.class);
            context.registerBean(CacheTrace.class, () -> trace);
            context.registerBean(Shop.class, () -> new Shop(clock));
            context.refresh();
            Shop shop = context.getBean(Shop.class);
            shop.find("9787536692930");
            shop.find("9787536692930");
            shop.page(1, 10);
            shop.page(1, 20);
            shop.page(1, 10);
            shop.find("9787536692930");
        }
        Recording.check("trace.txt", String.join("\n", lines) + "\n" + trace.report());
        assertThat(lines).hasSize(9);
        assertThat(trace.report()).contains("books：查 3 次，命中 2，未命中 1，命中率 66%，加载共 12 ms");
    }

    @Test
    @DisplayName("加载时抛了异常也算一次未命中，异常原样传出；缓存自己出错也说一行，总表里单独计数")
    void failingLoader() {
        Throwable thrown = catchThrowable(() -> trace.getCache("books").get("1", () -> {
            throw new IllegalStateException("数据库停了");
        }));
        assertThat(thrown).isInstanceOf(Cache.ValueRetrievalException.class)
                .hasRootCauseMessage("数据库停了");
        assertThat(lines).containsExactly("books 1 未命中", "books 1 加载 0 ms");
        lines.clear();
        failingCache();
    }

    @Test
    @DisplayName("方法抛了异常、结果不放回：也算一次未命中；一个线程只记最近 16 个键，不一直占内存，它们后来被写入时，那一行的加载时间不算数")
    void notStored() {
        Cache cache = trace.getCache("books");
        for (int key = 0; key < 1000; key++) {
            assertThat(cache.get(key)).isNull();
        }
        assertThat(trace.report()).contains("books：查 1000 次，命中 0，未命中 1000");
        clock.addAndGet(60_000);
        cache.put(983, "后来写的");
        assertThat(trace.report()).contains("加载共 0 ms");
        // Nothing tells a later @CachePut from the end of the lookup.
        cache.put(984, "后来写的");
        assertThat(trace.report()).contains("加载共 60000 ms");
    }

    /** The cache itself fails, as when Redis is down: neither a hit nor a miss, and not silent. */
    private void failingCache() {
        CacheTrace traced = new CacheTrace(new CaffeineCacheManager() {

            @Override
            public Cache getCache(String name) {
                return new ConcurrentMapCache(name) {

                    @Override
                    protected Object lookup(Object key) {
                        throw new RedisConnectionFailureException("Redis 停着");
                    }

                    @Override
                    public <T> T get(Object key, Callable<T> loader) {
                        throw new RedisConnectionFailureException("Redis 停着");
                    }
                };
            }
        }, lines::add, clock::get);
        Cache cache = traced.getCache("books");
        List<Consumer<Cache>> lookups = List.of(books -> books.get("1"), books -> books.get("1", String.class),
                books -> books.get("1", () -> "不该执行"), books -> books.retrieve("1"));
        for (Consumer<Cache> lookup : lookups) {
            assertThatThrownBy(() -> lookup.accept(cache)).isInstanceOf(RedisConnectionFailureException.class);
        }
        assertThat(lines).hasSize(4)
                .containsOnly("books 1 出错：" + RedisConnectionFailureException.class.getName() + ": Redis 停着");
        assertThat(traced.report()).contains("books：查 4 次，命中 0，未命中 0，出错 4");
    }

    @Test
    @DisplayName("返回 CompletableFuture 的方法：照常缓存，也数得到")
    void futures() throws Exception {
        CaffeineCacheManager async = new CaffeineCacheManager();
        async.setAsyncCacheMode(true);
        CacheTrace traced = new CacheTrace(async, lines::add, clock::get);
        Cache cache = traced.getCache("books");
        assertThat(cache.retrieve("1")).isNull();
        assertThat(cache.retrieve("1", () -> CompletableFuture.completedFuture("三体")).get()).isEqualTo("三体");
        assertThat(cache.retrieve("1").get()).isNotNull();
        assertThat(traced.report()).contains("查 3 次，命中 1，未命中 2");
        // Without sync another thread stores the value: no line says how long that took.
        assertThat(cache.retrieve("2")).isNull();
        lines.clear();
        cache.put("2", "活着");
        assertThat(lines).isEmpty();
    }

    static class Later {

        private int calls;

        @Cacheable("books")
        public CompletableFuture<String> find(String isbn) {
            calls++;
            return CompletableFuture.completedFuture("三体");
        }

        public int calls() {
            return calls;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Tolerant implements CachingConfigurer {

        @Override
        public CacheErrorHandler errorHandler() {
            return new LoggingCacheErrorHandler(true);
        }
    }

    @Test
    @DisplayName("返回 CompletableFuture 的方法，用 Caffeine：默认查缓存时就报错；装了错误处理器，一次也不命中；写了 setAsyncCacheMode(true) 才命中")
    void futuresInCaffeine() {
        assertThat(catchThrowable(() -> callsOfTwo(Application.class, false))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("setAsyncCacheMode(true)");
        assertThat(callsOfTwo(Tolerant.class, false)).isEqualTo(2);
        assertThat(callsOfTwo(Application.class, true)).isOne();
    }

    private static int callsOfTwo(Class<?> application, boolean asyncCacheMode) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(application);
            context.registerBean(CaffeineCacheManager.class, () -> {
                CaffeineCacheManager caches = new CaffeineCacheManager();
                caches.setAsyncCacheMode(asyncCacheMode);
                return caches;
            });
            context.registerBean(Later.class, Later::new);
            context.refresh();
            Later later = context.getBean(Later.class);
            assertThat(later.find("1").join()).isEqualTo("三体");
            assertThat(later.find("1").join()).isEqualTo("三体");
            return later.calls();
        }
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("返回 CompletableFuture 的 sync 方法，用 Redis：查完才知道命中没有；Redis 停了，说的是出错，不是命中")
    void futuresInRedis() throws Exception {
        OwnRedis redis = new OwnRedis();
        LettuceConnectionFactory connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
        try {
            connection.afterPropertiesSet();
            connection.start();
            RedisCacheManager manager = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                    writer -> writer.immediateWrites())).build();
            manager.afterPropertiesSet();
            CacheTrace traced = new CacheTrace(manager, lines::add, clock::get);
            Cache books = traced.getCache("books");
            for (int i = 0; i < 2; i++) {
                assertThat(books.retrieve("1", () -> CompletableFuture.completedFuture("三体")).get()).isEqualTo("三体");
            }
            assertThat(lines).containsExactly("books 1 未命中", "books 1 加载 0 ms", "books 1 命中");
            redis.close();
            assertThat(catchThrowable(() -> books.retrieve("1", () -> CompletableFuture.completedFuture("三体")).get()))
                    .hasCauseInstanceOf(DataAccessException.class);
            assertThat(lines).hasSize(4).last().asString().startsWith("books 1 出错：");
            assertThat(traced.report()).contains("查 3 次，命中 1，未命中 1，出错 1");
        }
        finally {
            connection.destroy();
            redis.close();
        }
    }

    @Test
    @DisplayName("记住的“没有”（null）也是命中，不论用哪个方法查；类型不对，照样抛异常")
    void cachedNull() throws Exception {
        Cache cache = trace.getCache("books");
        assertThat(cache.get("1", String.class)).isNull();
        cache.put("1", null);
        assertThat(cache.get("1", String.class)).isNull();
        assertThat(cache.get("1")).isNotNull();
        assertThat(cache.<Object>get("1", () -> "不该执行")).isNull();
        assertThat(trace.report()).contains("books：查 4 次，命中 3，未命中 1");
        cache.put("2", "三体");
        assertThatThrownBy(() -> cache.get("2", Integer.class)).isInstanceOf(IllegalStateException.class);

        CaffeineCacheManager async = new CaffeineCacheManager();
        async.setAsyncCacheMode(true);
        CacheTrace traced = new CacheTrace(async, lines::add, clock::get);
        Cache books = traced.getCache("books");
        books.put("1", null);
        assertThat(books.retrieve("1").get()).isNotNull();
        assertThat(traced.report()).contains("查 1 次，命中 1，未命中 0");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    @DisplayName("在 Boot 的应用里：一个 BeanPostProcessor 就换上了，每次查找的那一行打印得出来")
    void inBoot(CapturedOutput output) {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class, Tracing.class)
                .run("--server.port=0", "--spring.main.web-application-type=none",
                        "--spring.datasource.url=jdbc:h2:mem:trace")) {
            context.getBean(Catalog.class).find(CatalogTests.SANTI);
            context.getBean(Catalog.class).find(CatalogTests.SANTI);
            assertThat(((CacheTrace) context.getBean(CacheManager.class)).report())
                    .contains("books：查 2 次，命中 1，未命中 1");
            assertThat(output.getOut()).contains("books " + CatalogTests.SANTI + " 未命中",
                    "books " + CatalogTests.SANTI + " 命中");
        }
    }

    // region boot
    @Configuration(proxyBeanMethods = false)
    static class Tracing {

        private static final Logger log = LoggerFactory.getLogger("cache");

        /** 不能直接声明 CacheManager 的 Bean：那样 Boot 就不再建它自己的了。 */
        @Bean
        static BeanPostProcessor cacheTrace() {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof CacheManager caches
                            ? new CacheTrace(caches, log::info) : bean;
                }
            };
        }
    }
    // endregion boot

    @Test
    @DisplayName("不认识的缓存名：得到 null，与原来的 CacheManager 一样")
    void unknown() {
        assertThat(trace.getCache("none")).isNull();
        assertThat(trace.getCacheNames()).containsExactlyInAnyOrder("books", "pages");
    }

    @Test
    @DisplayName("几个线程一起用：一次也不少数")
    void threads() throws Exception {
        try (var pool = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                pool.submit(() -> {
                    for (int key = 0; key < 1000; key++) {
                        trace.getCache("books").get(key, () -> "书");
                    }
                });
            }
        }
        assertThat(trace.report()).contains("books：查 8000 次，命中 7000，未命中 1000");
    }

    @Test
    @DisplayName("删除、清空、写入都传给原来的缓存")
    void delegates() {
        Cache cache = trace.getCache("books");
        cache.put("1", "三体");
        assertThat(cache.get("1", String.class)).isEqualTo("三体");
        assertThat(cache.evictIfPresent("1")).isTrue();
        cache.put("2", "活着");
        cache.evict("2");
        assertThat(cache.get("2")).isNull();
        cache.put("3", "红楼梦");
        assertThat(cache.invalidate()).isTrue();
        cache.put("4", "边城");
        cache.clear();
        assertThat(cache.get("4")).isNull();
    }
}
