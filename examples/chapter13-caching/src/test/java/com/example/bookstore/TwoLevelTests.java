package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.BootProcess;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.support.SimpleValueWrapper;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** A near cache in each process, Redis behind, and what one process must tell the other. */
@RequiresProgram("redis-server")
class TwoLevelTests {

    private static final ChannelTopic CHANNEL = ChannelTopic.of("changed");

    private OwnRedis redis;
    private final AtomicLong now = new AtomicLong();
    private final List<AutoCloseable> closed = new ArrayList<>();

    @BeforeEach
    void start() {
        redis = new OwnRedis();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : closed.reversed()) {
            part.close();
        }
        redis.close();
    }

    private LettuceConnectionFactory connection() {
        var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
        connection.afterPropertiesSet();
        connection.start();
        closed.add(connection::destroy);
        return connection;
    }

    /** The caches of one process, with a connection of its own; it hears the others or not. */
    private Cache prices(boolean hears) {
        LettuceConnectionFactory connection = connection();
        RedisCacheManager far = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                writer -> writer.immediateWrites())).build();
        far.afterPropertiesSet();
        StringRedisTemplate template = new StringRedisTemplate(connection);
        TwoLevelCaches caches = new TwoLevelCaches(far, Duration.ofSeconds(30),
                text -> template.convertAndSend(CHANNEL.getTopic(), text), now::get);
        if (hears) {
            RedisMessageListenerContainer container = new RedisMessageListenerContainer();
            container.setConnectionFactory(connection);
            container.addMessageListener(caches, CHANNEL);
            container.afterPropertiesSet();
            container.start();
            closed.add(container::destroy);
        }
        return caches.getCache("prices");
    }

    private static Object read(Cache prices) {
        Cache.ValueWrapper found = prices.get(1);
        return found == null ? null : found.get();
    }

    private static void await(Cache prices, Object value) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10))
                .until(() -> value.equals(read(prices)));
    }

    @Test
    @DisplayName("甲改价，乙：不通知是旧价，通知了是新价；通知丢了，旧到近处过期")
    void told() {
        Cache first = prices(false);
        Cache deaf = prices(false);
        Cache hearing = prices(true);
        first.put(1, 23);
        assertThat(List.of(read(first), read(deaf), read(hearing))).containsOnly(23);
        first.put(1, 30);
        await(hearing, 30);
        Table table = new Table("甲改价为 30", "甲读到", "乙读到");
        table.row("没有通知，或者通知丢了", read(first), read(deaf));
        table.row("收到通知", read(first), read(hearing));
        assertThat(read(deaf)).isEqualTo(23);
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        table.row("没有通知，近处的 30 秒过了", read(first), read(deaf));
        assertThat(read(deaf)).isEqualTo(30);
        Recording.check("two-level.txt", table.toString());
        first.evict(1);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> read(hearing) == null);
        first.put(1, 31);
        await(hearing, 31);
        first.clear();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> read(hearing) == null);
        assertThat(first.putIfAbsent(1, 32)).isNull();
        await(hearing, 32);
    }

    @Test
    @DisplayName("读一百次：只有 Redis 时 GET 一百次，两级时一次；null 也记得住")
    void fewerGets() {
        LettuceConnectionFactory connection = connection();
        RedisCacheManager far = RedisCacheManager.create(connection);
        far.afterPropertiesSet();
        long plain = gets(far.getCache("prices"));
        long twoLevel = gets(prices(false));
        assertThat(plain).isEqualTo(100);
        assertThat(twoLevel).isOne();
        Recording.check("two-level-gets.txt", new Table("读同一个键 100 次", "Redis 收到的 GET")
                .row("只有 Redis", plain).row("近处一级，Redis 一级", twoLevel).toString());
        Cache prices = prices(false);
        prices.put(2, null);
        assertThat(prices.get(2)).isNotNull();
        assertThat(prices.get(2).get()).isNull();
    }

    private long gets(Cache prices) {
        prices.put(1, 23);
        redis.commands.configResetstat();
        for (int i = 0; i < 100; i++) {
            assertThat(read(prices)).isEqualTo(23);
        }
        return redis.calls("get");
    }

    @Test
    @DisplayName("sync 的读法：两级都没有才加载，加载一次；加载失败不留下什么")
    void loader() {
        Cache prices = prices(false);
        assertThatThrownBy(() -> prices.get(1, () -> {
            throw new IllegalStateException("数据库停了");
        })).isInstanceOf(Cache.ValueRetrievalException.class).hasRootCauseMessage("数据库停了");
        assertThat(prices.get(1, () -> 23)).isEqualTo(23);
        assertThat(prices.get(1, () -> 99)).isEqualTo(23);
        assertThat(prices(false).get(1, () -> 99)).isEqualTo(23);
        assertThatThrownBy(() -> prices.put("", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("近处正在向 Redis 拿旧价，通知来了：通知等它拿完，旧价放进去就被忘掉；“全部变了”的通知不等，值拿完之后再忘一次")
    void messageWaitsForLookup() throws Exception {
        CountDownLatch hasRead = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        ConcurrentMapCache far = new ConcurrentMapCache("prices") {

            @Override
            public ValueWrapper get(Object key) {
                ValueWrapper found = super.get(key);
                if (hasRead.getCount() == 1) {
                    hasRead.countDown();
                    try {
                        assertThat(mayReturn.await(20, TimeUnit.SECONDS)).isTrue();
                    }
                    catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                }
                return found;
            }
        };
        far.put("1", 23);
        TwoLevelCache near = new TwoLevelCache(far,
                com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(1000).build(), key -> { });
        Thread reader = Thread.ofPlatform().start(() -> near.get("1"));
        assertThat(hasRead.await(20, TimeUnit.SECONDS)).isTrue();
        far.put("1", 30);
        Thread message = Thread.ofPlatform().start(() -> near.forget("1"));
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> message.getState() == Thread.State.BLOCKED
                || message.getState() == Thread.State.WAITING);
        mayReturn.countDown();
        reader.join();
        message.join();
        assertThat(near.get("1").get()).isEqualTo(30);
        clearDuringLookup();
    }

    /** All is forgotten while a value is on its way: the message does not wait, and the value is not kept. */
    private static void clearDuringLookup() throws Exception {
        for (boolean sync : new boolean[] {false, true}) {
            ConcurrentMapCache far = new ConcurrentMapCache("prices");
            AtomicReference<TwoLevelCache> near = new AtomicReference<>();
            // The message is heard by another thread, while the value is on its way.
            Callable<Object> heardMeanwhile = () -> {
                far.put("1", 30);
                Thread message = Thread.ofPlatform().start(() -> near.get().forget(""));
                assertThat(message.join(Duration.ofSeconds(20))).as("通知不等").isTrue();
                return 23;
            };
            near.set(new TwoLevelCache(new ConcurrentMapCache("prices") {

                private boolean first = true;

                @Override
                public ValueWrapper get(Object key) {
                    if (!first) {
                        return far.get(key);
                    }
                    first = false;
                    return new SimpleValueWrapper(super.get(key, heardMeanwhile));
                }

                @Override
                public <T> T get(Object key, Callable<T> loader) {
                    @SuppressWarnings("unchecked")
                    T value = (T) get(key).get();
                    return value;
                }
            }, com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(1000).build(), key -> { }));
            Object read = sync ? near.get().get("1", () -> "不该执行") : near.get().get("1").get();
            assertThat(read).isEqualTo(23);
            assertThat(near.get().get("1").get()).as("sync: " + sync).isEqualTo(30);
        }
    }

    /** Redis is down when the shop starts, and hears of changes as soon as it is up. */
    private static void startsWithoutRedis() {
        int port = RunningProgram.freePort();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=redis,json,two-level", "--server.port=0",
                        "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + port,
                        "--spring.datasource.url=jdbc:h2:mem:without-redis")) {
            assertThat(context.getBean(Catalog.class).find(CatalogTests.SANTI).title()).isEqualTo("三体");
            try (OwnRedis late = new OwnRedis(port)) {
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() ->
                        late.commands.pubsubNumsub("bookstore:changed").get("bookstore:changed") == 1);
            }
        }
    }

    @Test
    @DisplayName("Redis 停着，改不成、删不掉：近处的旧价也忘掉，自己不再读到它；启动时 Redis 停着也启动得了，它来了就订阅上")
    void farFails() {
        AtomicBoolean down = new AtomicBoolean();
        ConcurrentMapCache far = new ConcurrentMapCache("prices") {

            @Override
            public void put(Object key, Object value) {
                fail();
                super.put(key, value);
            }

            @Override
            public void evict(Object key) {
                fail();
                super.evict(key);
            }

            @Override
            public void clear() {
                fail();
                super.clear();
            }

            private void fail() {
                if (down.get()) {
                    throw new RedisConnectionFailureException("Redis 停着");
                }
            }
        };
        List<String> told = new ArrayList<>();
        TwoLevelCache prices = new TwoLevelCache(far,
                com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(1000).build(), told::add);
        List<Consumer<Cache>> changes = List.of(cache -> cache.put(1, 30), cache -> cache.evict(1), Cache::clear);
        for (Consumer<Cache> change : changes) {
            down.set(false);
            prices.put(1, 23);
            assertThat(read(prices)).isEqualTo(23);
            told.clear();
            down.set(true);
            assertThatThrownBy(() -> change.accept(prices)).isInstanceOf(RedisConnectionFailureException.class);
            assertThat(prices.near().asMap()).isEmpty();
            assertThat(told).as("没有改成，就不通知").isEmpty();
        }
        startsWithoutRedis();
    }

    @Test
    @DisplayName("Redis 停着，订阅不上：试几次也只说一行，没有堆栈；订阅上了，再说一行")
    void saysOnceThatItDoesNotHear() {
        redis.close();
        RedisMessageListenerContainer container = new RedisMessageListenerContainer();
        LettuceConnectionFactory connection = connection();
        container.setConnectionFactory(connection);
        container.addMessageListener((message, pattern) -> { }, CHANNEL);
        container.afterPropertiesSet();
        closed.add(container::destroy);
        Subscription subscription = new Subscription(container, connection);
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        try {
            for (int i = 0; i < 3; i++) {
                subscription.subscribe();
            }
            assertThat(log.list).filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .singleElement().satisfies(event -> {
                        assertThat(event.getFormattedMessage()).startsWith("订阅不上通知");
                        assertThat(event.getThrowableProxy()).isNull();
                    });
            redis = new OwnRedis(redis.port);
            subscription.subscribe();
            subscription.subscribe();
            assertThat(log.list).filteredOn(event -> event.getFormattedMessage().equals("订阅上了通知")).hasSize(1);
        }
        finally {
            root.detachAppender(log);
        }
        assertThat(redis.commands.pubsubNumsub(CHANNEL.getTopic())).containsEntry(CHANNEL.getTopic(), 1L);
    }

    @Test
    @DisplayName("两个真的进程：甲改价，乙的近处被忘掉，乙读到新价，数据库一次查询也不用")
    void twoProcesses(@TempDir Path folder) throws Exception {
        BootProcess.Description one = shop(folder);
        BootProcess.Description other = shop(folder);
        List<BootProcess> both = BootProcess.startAll(List.of(one, other));
        try (BootProcess first = both.getFirst(); BootProcess second = both.getLast()) {
            // The page is served before the container has subscribed; what is told until then is lost.
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() ->
                    redis.commands.pubsubNumsub("bookstore:changed").get("bookstore:changed") == 2);
            String path = "/books/" + CatalogTests.SANTI;
            assertThat(first.get(path)).contains("23.00");
            assertThat(second.get(path)).contains("23.00");
            String queries = second.get("/queries");
            try (HttpClient client = HttpClient.newHttpClient()) {
                assertThat(client.send(HttpRequest.newBuilder(first.uri(path + "/price?price=30.00"))
                        .PUT(BodyPublishers.noBody()).build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
            }
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> second.get(path).contains("30.00"));
            assertThat(first.get(path)).contains("30.00");
            assertThat(second.get("/queries")).isEqualTo(queries);
        }
    }

    private BootProcess.Description shop(Path folder) {
        return BootProcess.of(BookstoreApplication.class).readyPath("/queries").arguments(
                "--spring.profiles.active=redis,json,two-level", "--bookstore.cache.near-ttl=10m",
                "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port,
                "--spring.sql.init.mode=always",
                "--spring.datasource.url=jdbc:h2:file:" + folder.resolve("shop") + ";AUTO_SERVER=TRUE");
    }

    @Test
    @DisplayName("builder 上写了 transactionAware()：近处与通知也等提交，回滚就不动，也不通知")
    void waitsForCommit() {
        LettuceConnectionFactory connection = connection();
        RedisCacheManager far = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                writer -> writer.immediateWrites())).transactionAware().build();
        far.afterPropertiesSet();
        List<String> told = new ArrayList<>();
        Cache prices = new TwoLevelCaches(far, Duration.ofSeconds(30), told::add, now::get).getCache("prices");
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(
                new DriverManagerDataSource("jdbc:h2:mem:two-level-commit")));
        prices.put(1, 23);
        assertThat(told).containsExactly("prices\n1");
        transaction.executeWithoutResult(status -> {
            prices.put(1, 30);
            assertThat(told).as("还没有提交").hasSize(1);
            assertThat(read(prices)).isEqualTo(23);
        });
        assertThat(told).hasSize(2);
        assertThat(read(prices)).isEqualTo(30);
        transaction.executeWithoutResult(status -> {
            prices.evict(1);
            status.setRollbackOnly();
        });
        assertThat(told).as("回滚了").hasSize(2);
        assertThat(read(prices)).isEqualTo(30);
    }

    @Test
    @DisplayName("Redis 接受连接，却不响应：要同一个键的人在近处排队，一个等完一次超时，下一个再等；只有 Redis 时同时等")
    void slowRedisQueues() throws Exception {
        var connection = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port),
                LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(200)).build());
        connection.afterPropertiesSet();
        connection.start();
        closed.add(connection::destroy);
        RedisCacheManager far = RedisCacheManager.create(connection);
        far.afterPropertiesSet();
        Cache alone = far.getCache("prices");
        Cache prices = new TwoLevelCaches(far, Duration.ofSeconds(30), text -> { }, now::get).getCache("prices");
        assertThat(prices.get(1)).isNull(); // connects
        OutageTests.whileStopped(redis, () -> {
            long same = tenReaders(alone);
            assertThat(tenReaders(prices)).isGreaterThanOrEqualTo(10 * 200).isGreaterThan(2 * same);
        });
    }

    /** How long the last of ten waits for the same key, in milliseconds. */
    private static long tenReaders(Cache prices) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
            long start = System.nanoTime();
            for (Future<Throwable> reader : threads.invokeAll(Collections.<Callable<Throwable>>nCopies(10,
                    () -> catchThrowable(() -> prices.get(1))))) {
                assertThat(reader.get()).isInstanceOf(QueryTimeoutException.class);
            }
            return (System.nanoTime() - start) / 1_000_000;
        }
    }

    @Test
    @DisplayName("打开了两级却没有用 Redis，或者外面又包了 CacheTrace：启动时就说")
    void needsRedis() {
        assertThatThrownBy(() -> new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=two-level", "--server.port=0",
                        "--spring.datasource.url=jdbc:h2:mem:two-level"))
                .rootCause().hasMessageContaining("spring.cache.type=redis");
        assertThatThrownBy(() -> new SpringApplicationBuilder(BookstoreApplication.class, CacheTraceTests.Tracing.class)
                .run("--spring.profiles.active=redis,json,two-level", "--server.port=0",
                        "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port,
                        "--spring.datasource.url=jdbc:h2:mem:two-level-trace"))
                .rootCause().hasMessageContaining("CacheTrace");
    }
}
