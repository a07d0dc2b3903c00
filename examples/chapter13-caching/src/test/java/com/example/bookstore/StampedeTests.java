package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** 100 clients at once; what is counted is what reaches the database. */
class StampedeTests {

    private static final int CLIENTS = 100;

    /** A database that answers when so many have asked, or when no further question comes. */
    static class SlowDatabase {

        final AtomicInteger queries = new AtomicInteger();
        private final CountDownLatch crowd;

        SlowDatabase(int crowd) {
            this.crowd = new CountDownLatch(crowd);
        }

        String find(String isbn) {
            queries.incrementAndGet();
            crowd.countDown();
            try {
                crowd.await(2, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return "三体";
        }
    }

    // region shop
    static class Shop {

        private final SlowDatabase database;

        Shop(SlowDatabase database) {
            this.database = database;
        }

        @Cacheable("plain")
        public String plain(String isbn) {
            return database.find(isbn);
        }

        @Cacheable(cacheNames = "synced", sync = true)
        public String synced(String isbn) {
            return database.find(isbn);
        }
    }
    // endregion shop

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        CaffeineCacheManager cacheManager() {
            return new CaffeineCacheManager();
        }
    }

    private static void together(int clients, IntFunction<Callable<?>> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(clients);
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Callable<?> mine = work.apply(i);
                results.add(threads.submit(() -> {
                    start.await();
                    return mine.call();
                }));
            }
            for (Future<?> result : results) {
                result.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static int hotKey(int crowd, boolean sync) throws Exception {
        SlowDatabase database = new SlowDatabase(crowd);
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Application.class);
            context.registerBean(Shop.class, () -> new Shop(database));
            context.refresh();
            Shop shop = context.getBean(Shop.class);
            together(CLIENTS, i -> () -> sync ? shop.synced("1") : shop.plain("1"));
        }
        return database.queries.get();
    }

    private static int refreshing() throws Exception {
        AtomicLong now = new AtomicLong();
        CountDownLatch served = new CountDownLatch(CLIENTS);
        SlowDatabase database = new SlowDatabase(1) {

            @Override
            String find(String isbn) {
                String title = super.find(isbn);
                if (now.get() > 0) {
                    // The refresh ends when all have been served: none of them waits for it.
                    try {
                        assertThat(served.await(20, TimeUnit.SECONDS)).isTrue();
                    }
                    catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                }
                return title;
            }
        };
        // region refresh
        LoadingCache<String, String> cache = Caffeine.newBuilder()
                .ticker(now::get)
                .expireAfterWrite(Duration.ofMinutes(10))
                // 九分钟后有人来：先给旧值，另一个线程去取新的
                .refreshAfterWrite(Duration.ofMinutes(9))
                .build(database::find);
        // endregion refresh
        cache.get("1");
        database.queries.set(0);
        now.set(Duration.ofMinutes(9).plusSeconds(1).toNanos());
        together(CLIENTS, i -> () -> {
            String title = cache.get("1");
            served.countDown();
            return title;
        });
        assertThat(served.getCount()).isZero();
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (database.queries.get() == 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return database.queries.get();
    }

    @Test
    @DisplayName("击穿：热门的键过期，100 个人同时来；前 100 次查询，sync 1 次，提前刷新 1 次")
    void stampede() throws Exception {
        int before = hotKey(CLIENTS, false);
        int sync = hotKey(1, true);
        int refresh = refreshing();
        assertThat(before).isEqualTo(100);
        assertThat(sync).isOne();
        assertThat(refresh).isOne();
        Recording.check("stampede.txt", new Table("100 个人同时要一本刚过期的书", "数据库收到的查询")
                .row("@Cacheable", before)
                .row("@Cacheable(sync = true)", sync)
                .row("refreshAfterWrite，提前刷新", refresh).toString());
    }

    /** Removes the lock that a killed run may have left. */
    private static void unlock(LettuceConnectionFactory connection) {
        try (var redis = connection.getConnection()) {
            redis.keyCommands().del("stampede13~lock".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static int redis(boolean locking) throws Exception {
        var address = new RedisStandaloneConfiguration(Service.REDIS.host(), Service.REDIS.port());
        address.setDatabase(13);
        SlowDatabase database = new SlowDatabase(locking ? 1 : CLIENTS);
        List<LettuceConnectionFactory> connections = new ArrayList<>();
        List<Cache> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            var connection = new LettuceConnectionFactory(address);
            connection.afterPropertiesSet();
            connection.start();
            connections.add(connection);
            // region locking
            RedisCacheWriter writer = RedisCacheWriter.create(connection, options -> {
                options.immediateWrites();
                if (locking) {
                    options.enableLocking();
                }
            });
            // endregion locking
            RedisCacheManager manager = RedisCacheManager.builder(writer)
                    .cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
                            .prefixCacheNameWith("stampede:").entryTtl(Duration.ofMinutes(1)))
                    .build();
            manager.afterPropertiesSet();
            processes.add(manager.getCache("stampede13"));
        }
        try {
            unlock(connections.getFirst());
            processes.getFirst().clear();
            together(CLIENTS, i -> () -> processes.get(i % 2).get("1", () -> database.find("1")));
            return database.queries.get();
        }
        finally {
            processes.getFirst().clear();
            unlock(connections.getFirst());
            connections.forEach(LettuceConnectionFactory::destroy);
        }
    }

    @Test
    @RequiresService(Service.REDIS)
    @DisplayName("默认的 Redis 缓存，sync 不起作用：查 100 次；带锁的 writer 查 1 次，两个进程也是")
    void twoProcesses() throws Exception {
        int nonLocking = redis(false);
        int locking = redis(true);
        assertThat(nonLocking).isEqualTo(100);
        assertThat(locking).isOne();
        Recording.check("stampede-redis.txt", new Table("两个进程各 50 个人，sync = true", "数据库收到的查询")
                .row("不加锁（默认）", nonLocking)
                .row("enableLocking()", locking).toString());
    }

    // region isbn
    /** ISBN-13 的最后一位是校验位，十个乱写的号码里有九个过不了。 */
    static boolean looksLikeIsbn(String isbn) {
        if (!isbn.matches("97[89]\\d{10}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (isbn.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return sum % 10 == 0;
    }
    // endregion isbn

    @Test
    @DisplayName("穿透：100 个不存在的号码；缓存 null 挡不住，校验位挡住 90 个，名单挡住全部")
    void penetration() throws Exception {
        int sameNoNull = penetrate(false, i -> "9780000000000", isbn -> true, CLIENTS);
        int sameNull = penetrate(true, i -> "9780000000000", isbn -> true, 1);
        IntFunction<String> invented = i -> "97800000%05d".formatted(i);
        int differentNull = penetrate(true, invented, isbn -> true, 1);
        int digit = penetrate(true, invented, StampedeTests::looksLikeIsbn, 1);
        Set<String> known = Set.of("9787536692930", "9787506365437", "9787020002207");
        int list = penetrate(true, invented, known::contains, 1);
        assertThat(List.of(sameNoNull, sameNull, differentNull, digit, list))
                .containsExactly(100, 1, 100, 10, 0);
        Recording.check("penetration.txt", new Table("100 个人要不存在的书", "数据库收到的查询")
                .row("同一个号码，null 不进缓存", sameNoNull)
                .row("同一个号码，null 进缓存", sameNull)
                .row("各不相同，null 进缓存", differentNull)
                .row("各不相同，先看校验位", digit)
                .row("各不相同，先看有哪些书", list).toString());
    }

    private static int penetrate(boolean nulls, IntFunction<String> isbn,
            java.util.function.Predicate<String> guard, int crowd) throws Exception {
        SlowDatabase database = new SlowDatabase(crowd);
        CaffeineCacheManager manager = new CaffeineCacheManager();
        Cache cache = manager.getCache("books");
        Callable<String> nothing = () -> {
            database.find("");
            return null;
        };
        together(CLIENTS, i -> () -> {
            String key = isbn.apply(i);
            if (!guard.test(key)) {
                return null;
            }
            if (nulls) {
                return cache.get(key, nothing);
            }
            return cache.get(key) == null ? nothing.call() : null;
        });
        return database.queries.get();
    }

    @Test
    @DisplayName("雪崩：1000 本书同时预热；同一个过期时间，一分钟里 1000 次查询；加上随机，最多的一分钟不到 200 次")
    void avalanche() {
        int same = worstMinute(new Random(13), 0);
        int jitter = worstMinute(new Random(13), 10);
        assertThat(same).isEqualTo(1000);
        assertThat(jitter).isBetween(80, 200);
        Recording.check("avalanche.txt", new Table("1000 本书，每分钟每本都有人看", "最忙的一分钟的查询")
                .row("都是 30 分钟过期", same)
                .row("30 到 40 分钟之间随机", jitter).toString());
    }

    private static int worstMinute(Random random, int spread) {
        AtomicLong now = new AtomicLong();
        AtomicInteger queries = new AtomicInteger();
        // region jitter
        Expiry<String, String> expiry = Expiry.writing((isbn, title) ->
                Duration.ofMinutes(30).plusSeconds(
                        spread == 0 ? 0 : random.nextInt(spread * 60)));
        // endregion jitter
        LoadingCache<String, String> cache = Caffeine.newBuilder().ticker(now::get).expireAfter(expiry)
                .build(isbn -> {
                    queries.incrementAndGet();
                    return "书";
                });
        int worst = 0;
        for (int minute = 0; minute <= 45; minute++) {
            now.set(Duration.ofMinutes(minute).toNanos());
            queries.set(0);
            for (int book = 0; book < 1000; book++) {
                cache.get("978" + book);
            }
            if (minute > 0) {
                worst = Math.max(worst, queries.get());
            }
        }
        return worst;
    }

    @Test
    @DisplayName("雪崩的第二道：100 个键一起过期，查询还是 100 次，同时在数据库里的不超过 8 个")
    void bulkhead() throws Exception {
        int open = mostAtOnce(CLIENTS, CLIENTS);
        int limited = mostAtOnce(8, 8);
        assertThat(open).isEqualTo(100);
        assertThat(limited).isEqualTo(8);
        Recording.check("bulkhead.txt", new Table("100 个键一起过期", "同时在数据库里的查询")
                .row("不限制", open)
                .row("信号量限 8 个", limited).toString());
    }

    private static int mostAtOnce(int permits, int crowd) throws Exception {
        SlowDatabase database = new SlowDatabase(crowd);
        AtomicInteger inside = new AtomicInteger();
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        // region bulkhead
        Semaphore gate = new Semaphore(permits);
        Callable<String> load = () -> {
            gate.acquire();
            try {
                seen.add(inside.incrementAndGet());
                return database.find("");
            }
            finally {
                inside.decrementAndGet();
                gate.release();
            }
        };
        // endregion bulkhead
        together(CLIENTS, i -> load);
        assertThat(database.queries).hasValue(100);
        return seen.stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
