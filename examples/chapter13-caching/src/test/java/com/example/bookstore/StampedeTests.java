package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
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
import java.util.function.Predicate;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** 100 clients at once; what is counted is what reaches the database. */
class StampedeTests {

    private static final int CLIENTS = 100;

    /** A database that answers when so many have asked, or when no further question comes for a while. */
    static class SlowDatabase {

        final AtomicInteger queries = new AtomicInteger();
        private final CountDownLatch crowd;
        private final long patience;

        /** @param crowd how many should come; where one should, a second would be waited for, and counted */
        SlowDatabase(int crowd) {
            this.crowd = new CountDownLatch(Math.max(2, crowd));
            this.patience = crowd == 1 ? 300 : 5_000;
        }

        String find(String isbn) {
            queries.incrementAndGet();
            crowd.countDown();
            try {
                crowd.await(patience, TimeUnit.MILLISECONDS);
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
    static class Caching {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        final AtomicLong now = new AtomicLong();

        @Bean
        CaffeineCacheManager cacheManager() {
            CaffeineCacheManager caches = new CaffeineCacheManager();
            caches.setCaffeine(Caffeine.newBuilder().ticker(now::get).expireAfterWrite(Duration.ofMinutes(10)));
            return caches;
        }
    }

    private static void together(int clients, IntFunction<Callable<?>> work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            together(threads, clients, work);
        }
    }

    /** Starts all when each has a thread of its own, and waits until all are done. */
    private static void together(ExecutorService threads, int clients, IntFunction<Callable<?>> work)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(clients);
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Callable<?> mine = work.apply(i);
            results.add(threads.submit(() -> {
                start.await();
                return mine.call();
            }));
        }
        try {
            for (Future<?> result : results) {
                result.get(30, TimeUnit.SECONDS);
            }
        }
        finally {
            results.forEach(result -> result.cancel(true)); // or closing the pool would wait for one that hangs
        }
    }

    private static int hotKey(int crowd, boolean sync) throws Exception {
        SlowDatabase database = new SlowDatabase(crowd);
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Application.class);
            context.registerBean(Shop.class, () -> new Shop(database));
            context.refresh();
            Shop shop = context.getBean(Shop.class);
            context.getBean(CacheManager.class).getCache(sync ? "synced" : "plain").put("1", "三体");
            assertThat(sync ? shop.synced("1") : shop.plain("1")).isEqualTo("三体");
            assertThat(database.queries).as("过期之前").hasValue(0);
            context.getBean(Application.class).now.set(Duration.ofMinutes(10).toNanos());
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
        Recording.check("stampede.txt", new Table("100 个人同时要一本热门的书", "数据库收到的查询")
                .row("刚过期，@Cacheable", before)
                .row("刚过期，@Cacheable(sync = true)", sync)
                .row("快要过期，refreshAfterWrite", refresh).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "maximumSize=1000,expireAfterWrite=10m"})
    @DisplayName("sync = true 的方法里又经过同一个缓存查别的键：碰巧落在同一格就报 Recursive update，没碰上就没事")
    void recursive(String spec) {
        CaffeineCacheManager caches = new CaffeineCacheManager();
        caches.setCacheSpecification(spec);
        Cache books = caches.getCache("books");
        assertThat(books.get(1, () -> books.get(2, () -> "活着"))).isEqualTo("活着");
        books.clear();
        assertThat(catchThrowable(() -> books.get(1, () -> books.get(33, () -> "活着"))))
                .rootCause().isInstanceOf(IllegalStateException.class).hasMessage("Recursive update");
        Cache others = caches.getCache("others");
        assertThat(books.get(1, () -> others.get(33, () -> "活着"))).isEqualTo("活着");
    }

    /** Removes the lock that a killed run may have left. */
    private static void unlock(LettuceConnectionFactory connection) {
        try (var redis = connection.getConnection()) {
            redis.keyCommands().del("stampede13~lock".getBytes(StandardCharsets.UTF_8));
        }
    }

    // region locking
    static RedisCacheWriter lockingWriter(RedisConnectionFactory redis) {
        return RedisCacheWriter.create(redis, writer -> writer.immediateWrites()
                // 进程拿着锁被杀，三十秒后锁自己消失；要比最慢的查询长
                .enableLocking(lock -> lock.lockTimeout(
                        (key, value) -> Duration.ofSeconds(30))));
    }
    // endregion locking

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
            RedisCacheManager manager = RedisCacheManager.builder(locking ? lockingWriter(connection)
                            : RedisCacheWriter.create(connection, options -> options.immediateWrites()))
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
                .row("enableLocking(…)", locking).toString());
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("带锁的 writer：一个键在加载，别的键连命中也要等；锁写了过期时间才过期")
    void lockHoldsWholeCache() throws Exception {
        try (OwnRedis redis = new OwnRedis(); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
            connection.afterPropertiesSet();
            connection.start();
            try {
                RedisCacheManager manager = RedisCacheManager.builder(lockingWriter(connection)).build();
                manager.afterPropertiesSet();
                Cache books = manager.getCache("books");
                books.put("2", "活着");
                CountDownLatch loading = new CountDownLatch(1);
                CountDownLatch mayEnd = new CountDownLatch(1);
                Future<String> load = threads.submit(() -> books.get("1", () -> {
                    loading.countDown();
                    assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
                    return "三体";
                }));
                assertThat(loading.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(redis.commands.pttl("books~lock")).isBetween(1L, 30_000L);
                redis.commands.configResetstat();
                Future<String> hit = threads.submit(() -> books.get("2", String.class));
                // it asks again and again whether the lock is gone
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> redis.calls("exists") >= 3);
                assertThat(redis.calls("get")).isZero();
                assertThat(hit.isDone()).isFalse();
                mayEnd.countDown();
                assertThat(load.get(20, TimeUnit.SECONDS)).isEqualTo("三体");
                assertThat(hit.get(20, TimeUnit.SECONDS)).isEqualTo("活着");
                RedisCacheManager forever = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                        writer -> writer.immediateWrites().enableLocking())).build();
                forever.afterPropertiesSet();
                assertThat(forever.getCache("forever").get("1", () -> redis.commands.pttl("forever~lock")))
                        .as("没有写时间的锁不过期").isEqualTo(-1L);
            }
            finally {
                connection.destroy();
            }
        }
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("带锁、却没有 immediateWrites，或者用 3.5 的写法 lockingRedisCacheWriter：改别的键不等锁，写完把正在加载的人的锁也删了，第二个人又去查；有 immediateWrites，改的人等着，锁还在")
    void lockNeedsImmediateWrites() throws Exception {
        try (OwnRedis redis = new OwnRedis(); ExecutorService threads = Executors.newFixedThreadPool(3)) {
            var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
            connection.afterPropertiesSet();
            connection.start();
            try {
                Map<String, RedisCacheWriter> writers = Map.of("immediate", lockingWriter(connection),
                        "enabled", RedisCacheWriter.create(connection, writer -> writer.enableLocking()),
                        "of-3.5", RedisCacheWriter.lockingRedisCacheWriter(connection));
                for (String kind : writers.keySet()) {
                    boolean immediate = kind.equals("immediate");
                    RedisCacheManager manager = RedisCacheManager.builder(writers.get(kind)).build();
                    manager.afterPropertiesSet();
                    Cache books = manager.getCache(kind);
                    AtomicInteger queries = new AtomicInteger();
                    CountDownLatch loading = new CountDownLatch(1);
                    CountDownLatch mayEnd = new CountDownLatch(1);
                    Callable<String> load = () -> {
                        queries.incrementAndGet();
                        loading.countDown();
                        assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
                        return "三体";
                    };
                    Future<String> first = threads.submit(() -> books.get("1", load));
                    assertThat(loading.await(20, TimeUnit.SECONDS)).isTrue();
                    String lock = kind + "~lock";
                    assertThat(redis.commands.exists(lock)).isOne();
                    redis.commands.configResetstat();
                    Future<?> writer = threads.submit(() -> books.evict("2"));
                    if (immediate) {
                        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> redis.calls("exists") >= 3);
                        assertThat(writer.isDone()).isFalse();
                        assertThat(redis.commands.exists(lock)).isOne();
                    }
                    else {
                        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> redis.commands.exists(lock) == 0);
                        Future<String> second = threads.submit(() -> books.get("1", load));
                        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> queries.get() == 2);
                        mayEnd.countDown();
                        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("三体");
                    }
                    mayEnd.countDown();
                    assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("三体");
                    writer.get(20, TimeUnit.SECONDS);
                    assertThat(queries).as(kind).hasValue(immediate ? 1 : 2);
                }
            }
            finally {
                connection.destroy();
            }
        }
    }

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

    @Test
    @DisplayName("穿透：100 个不存在的号码；缓存 null 要配 sync，也只挡得住同一个号码；校验位挡住 90 个，名单挡住全部")
    void penetration() throws Exception {
        int sameNoNull = penetrate(Nulls.FORGOTTEN, i -> "9780000000000", isbn -> true, CLIENTS);
        int sameNull = penetrate(Nulls.CACHED, i -> "9780000000000", isbn -> true, CLIENTS);
        int sameSynced = penetrate(Nulls.SYNCED, i -> "9780000000000", isbn -> true, 1);
        IntFunction<String> invented = i -> "97800000%05d".formatted(i);
        int different = penetrate(Nulls.SYNCED, invented, isbn -> true, 1);
        int digit = penetrate(Nulls.SYNCED, invented, StampedeTests::looksLikeIsbn, 1);
        Set<String> known = Set.of("9787536692930", "9787506365437", "9787020002207");
        int list = penetrate(Nulls.SYNCED, invented, known::contains, 1);
        assertThat(List.of(sameNoNull, sameNull, sameSynced, different, digit, list))
                .containsExactly(100, 100, 1, 100, 10, 0);
        Recording.check("penetration.txt", new Table("100 个人同时要不存在的书", "数据库收到的查询")
                .row("同一个号码，null 不进缓存", sameNoNull)
                .row("同一个号码，null 进缓存", sameNull)
                .row("同一个号码，null 进缓存，sync = true", sameSynced)
                .row("各不相同，null 进缓存，sync = true", different)
                .row("各不相同，先看校验位", digit)
                .row("各不相同，先看有哪些书", list).toString());
    }

    /** What becomes of a book that does not exist: the three ways of {@code @Cacheable}. */
    private enum Nulls {
        /** {@code unless = "#result == null"} */
        FORGOTTEN,
        /** as it is by default */
        CACHED,
        /** {@code sync = true} */
        SYNCED
    }

    private static int penetrate(Nulls nulls, IntFunction<String> isbn,
            Predicate<String> guard, int crowd) throws Exception {
        SlowDatabase database = new SlowDatabase(crowd);
        Cache cache = new CaffeineCacheManager().getCache("books");
        Callable<String> nothing = () -> {
            database.find("");
            return null;
        };
        together(CLIENTS, i -> () -> {
            String key = isbn.apply(i);
            if (!guard.test(key)) {
                return null;
            }
            if (nulls == Nulls.SYNCED) {
                return cache.get(key, nothing);
            }
            if (cache.get(key) == null) {
                nothing.call();
                if (nulls == Nulls.CACHED) {
                    cache.put(key, null);
                }
            }
            return null;
        });
        return database.queries.get();
    }

    /**
     * A database that keeps everyone who asks until nobody else can come: each client of this minute is in
     * it, stands at the gate with all permits inside, or has left. So the most at once is not left to luck.
     */
    private static final class BusyDatabase {

        private final Semaphore gate;
        private final int permits;
        private int clients;
        private int waiting;
        private int inside;
        private int queries;
        private int most;
        private long answered;

        BusyDatabase(int permits) {
            this.permits = permits;
            this.gate = new Semaphore(permits) {

                @Override
                public void acquire() throws InterruptedException {
                    arrive();
                    super.acquire();
                }
            };
        }

        /** So many clients begin to read. */
        synchronized void open(int clients) {
            this.clients = clients;
            queries = 0;
            most = 0;
        }

        /** One client has read all it wanted. */
        synchronized void leave() {
            clients--;
            answerWhenComplete();
        }

        private synchronized void arrive() {
            waiting++;
            answerWhenComplete();
        }

        synchronized String find(String isbn) throws InterruptedException {
            waiting--;
            inside++;
            queries++;
            most = Math.max(most, inside);
            long mine = answered;
            answerWhenComplete();
            while (answered == mine) {
                wait();
            }
            return "书 " + isbn;
        }

        private void answerWhenComplete() {
            boolean full = gate.availablePermits() == 0 && inside == permits;
            if (inside > 0 && inside + waiting == clients && (waiting == 0 || full)) {
                inside = 0;
                answered++;
                notifyAll();
            }
        }
    }

    // region bulkhead
    static class Shelf {

        private final Semaphore gate; // 例如 new Semaphore(8)
        private final BusyDatabase database;

        Shelf(Semaphore gate, BusyDatabase database) {
            this.gate = gate;
            this.database = database;
        }

        @Cacheable("books")
        public String find(String isbn) throws InterruptedException {
            gate.acquire(); // 满了就在门外等
            try {
                return database.find(isbn);
            }
            finally {
                gate.release();
            }
        }
    }
    // endregion bulkhead

    /** The busiest minute: how many queries the database got, and how many it had at the same time. */
    private record Worst(int queries, int atOnce) {
    }

    /** A thousand books, cached at eight o'clock; from then on 100 clients read ten of them each, every minute. */
    private static Worst avalanche(boolean scattered, int permits) throws Exception {
        AtomicLong now = new AtomicLong();
        Random random = new Random(13);
        // region jitter
        Expiry<Object, Object> jitter = Expiry.writing((isbn, title) ->
                Duration.ofMinutes(30).plusSeconds(random.nextInt(600)));
        // endregion jitter
        Expiry<Object, Object> same = Expiry.writing((isbn, title) -> Duration.ofMinutes(30));
        CaffeineCacheManager caches = new CaffeineCacheManager();
        caches.registerCustomCache("books", Caffeine.newBuilder()
                .ticker(now::get).expireAfter(scattered ? jitter : same).build());
        BusyDatabase database = new BusyDatabase(permits);
        try (var context = new AnnotationConfigApplicationContext();
                ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            context.register(Caching.class);
            context.registerBean(CacheManager.class, () -> caches);
            context.registerBean(Shelf.class, () -> new Shelf(database.gate, database));
            context.refresh();
            Shelf shelf = context.getBean(Shelf.class);
            for (int book = 0; book < 1000; book++) {
                caches.getCache("books").put("978" + book, "书"); // in one thread: the seed decides who gets which
            }
            Worst worst = new Worst(0, 0);
            for (int minute = 1; minute <= 45; minute++) {
                now.set(Duration.ofMinutes(minute).toNanos());
                database.open(CLIENTS);
                together(threads, CLIENTS, client -> () -> {
                    try {
                        for (int book = 0; book < 10; book++) {
                            shelf.find("978" + (client * 10 + book));
                        }
                        return null;
                    }
                    finally {
                        database.leave();
                    }
                });
                if (database.queries > worst.queries) {
                    worst = new Worst(database.queries, database.most);
                }
            }
            return worst;
        }
    }

    @Test
    @DisplayName("雪崩：1000 本书同时预热，100 个人读；一起过期 1000 次查询、100 个同时；随机降次数，信号量降同时")
    void avalanche() throws Exception {
        Worst before = avalanche(false, CLIENTS);
        Worst jitter = avalanche(true, CLIENTS);
        Worst gate = avalanche(false, 8);
        Worst both = avalanche(true, 8);
        assertThat(before).isEqualTo(new Worst(1000, 100));
        assertThat(jitter.queries).isBetween(80, 200);
        assertThat(jitter.atOnce).isLessThan(100);
        assertThat(gate).isEqualTo(new Worst(1000, 8));
        assertThat(both).isEqualTo(new Worst(jitter.queries, 8));
        Recording.check("avalanche.txt", new Table("1000 本书，100 个人同时读，最忙的一分钟", "数据库收到的查询", "其中最多同时")
                .row("都是 30 分钟过期", before.queries, before.atOnce)
                .row("30 到 40 分钟之间随机", jitter.queries, jitter.atOnce)
                .row("都是 30 分钟，信号量限 8 个", gate.queries, gate.atOnce)
                .row("随机，再加信号量", both.queries, both.atOnce).toString());
    }
}
