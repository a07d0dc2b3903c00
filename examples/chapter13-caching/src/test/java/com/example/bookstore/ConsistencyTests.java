package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One price, 23 at first, changed to 30: what the database says and what the cache says. */
class ConsistencyTests {

    private EmbeddedDatabase database;
    private JdbcClient jdbc;
    private TransactionTemplate transaction;
    private Cache cache;
    private Cache aware;

    @BeforeEach
    void start() {
        database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
        jdbc = JdbcClient.create((DataSource) database);
        jdbc.sql("create table book (isbn int primary key, price int)").update();
        jdbc.sql("insert into book values (1, 23)").update();
        transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
        CaffeineCacheManager caches = new CaffeineCacheManager();
        cache = caches.getCache("prices");
        // region aware
        aware = new TransactionAwareCacheManagerProxy(caches).getCache("prices");
        // endregion aware
    }

    @AfterEach
    void stop() {
        database.shutdown();
    }

    private int inDatabase() {
        return jdbc.sql("select price from book where isbn = 1").query(Integer.class).single();
    }

    private void update() {
        jdbc.sql("update book set price = 30 where isbn = 1").update();
    }

    /** Cache aside: what @Cacheable does. */
    private int read() {
        Cache.ValueWrapper hit = cache.get(1);
        if (hit != null) {
            return (Integer) hit.get();
        }
        int price = inDatabase();
        cache.put(1, price);
        return price;
    }

    private static <T> T elsewhere(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            }
            catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        }).orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    @DisplayName("写缓存再回滚：数据库 23，缓存 30；等提交再写：都是 23")
    void rollback() {
        transaction.executeWithoutResult(status -> {
            update();
            cache.put(1, 30);
            status.setRollbackOnly();
        });
        int early = read();
        assertThat(early).isEqualTo(30);
        assertThat(inDatabase()).isEqualTo(23);
        cache.clear();
        transaction.executeWithoutResult(status -> {
            update();
            aware.put(1, 30);
            status.setRollbackOnly();
        });
        int late = read();
        assertThat(late).isEqualTo(23);
        Recording.check("rollback.txt", new Table("改价为 30，然后回滚", "数据库", "缓存给用户的")
                .row("事务里写缓存", 23, early)
                .row("等提交之后再写", 23, late).toString());
    }

    @Test
    @DisplayName("删缓存再回滚：没有错价，多查一次；删完在同一个事务里又经过缓存读，没有生效的价进了缓存")
    void evictThenRollback() {
        read();
        transaction.executeWithoutResult(status -> {
            update();
            cache.evict(1);
            status.setRollbackOnly();
        });
        assertThat(cache.get(1)).isNull();
        assertThat(read()).isEqualTo(23);
        transaction.executeWithoutResult(status -> {
            update();
            cache.evict(1);
            read();
            status.setRollbackOnly();
        });
        assertThat(inDatabase()).isEqualTo(23);
        assertThat(read()).isEqualTo(30);
    }

    @Test
    @DisplayName("提交之前删：别人又把旧价放回来；提交之后删：是新价")
    void evictBeforeCommit() {
        read();
        transaction.executeWithoutResult(status -> {
            update();
            cache.evict(1);
            elsewhere(this::read);
        });
        int early = read();
        jdbc.sql("update book set price = 23").update();
        cache.clear();
        read();
        transaction.executeWithoutResult(status -> {
            update();
            aware.evict(1);
            elsewhere(this::read);
        });
        int late = read();
        assertThat(early).isEqualTo(23);
        assertThat(late).isEqualTo(30);
        Recording.check("evict-before-commit.txt", new Table("改价为 30，提交", "数据库", "缓存给用户的")
                .row("提交之前删缓存", 30, early)
                .row("提交之后删缓存", 30, late).toString());
    }

    /** A reader that has read the old price and is slow to store it. */
    private final class SlowReader {

        private final CountDownLatch hasRead = new CountDownLatch(1);
        private final CountDownLatch mayStore = new CountDownLatch(1);
        private final CompletableFuture<Void> done = CompletableFuture.runAsync(() -> {
            int price = inDatabase();
            hasRead.countDown();
            await(mayStore);
            cache.put(1, price);
        });

        SlowReader() {
            await(hasRead);
        }

        void store() {
            mayStore.countDown();
            done.join();
        }
    }

    @Test
    @DisplayName("慢的读者：提交之后才删，缓存里仍然是旧价")
    void slowReader() {
        SlowReader reader = new SlowReader();
        update();
        cache.evict(1);
        reader.store();
        assertThat(inDatabase()).isEqualTo(30);
        assertThat(read()).isEqualTo(23);
    }

    @Test
    @DisplayName("延迟双删：第二次删在读者之后才有用")
    void deleteTwice() {
        SlowReader first = new SlowReader();
        update();
        cache.evict(1);
        first.store();
        cache.evict(1);
        int afterReader = read();
        jdbc.sql("update book set price = 23").update();
        cache.clear();
        SlowReader second = new SlowReader();
        update();
        cache.evict(1);
        cache.evict(1);
        second.store();
        int beforeReader = read();
        assertThat(afterReader).isEqualTo(30);
        assertThat(beforeReader).isEqualTo(23);
        jdbc.sql("update book set price = 23").update();
        cache.clear();
        int synced = syncedReader();
        assertThat(synced).isEqualTo(30);
        Recording.check("delete-twice.txt", new Table("慢的读者与改价", "数据库", "缓存给用户的")
                .row("提交之后删一次", 30, 23)
                .row("删两次，第二次在读者放回之前", 30, beforeReader)
                .row("删两次，第二次在读者放回之后", 30, afterReader)
                .row("sync = true，删一次", 30, synced).toString());
    }

    @Test
    @DisplayName("等提交之后再删：自己的事务里，提交之前读到的也是旧价")
    void ownTransactionReadsOld() {
        read();
        transaction.executeWithoutResult(status -> {
            update();
            aware.evict(1);
            assertThat(inDatabase()).isEqualTo(30);
            assertThat(read()).isEqualTo(23);
        });
        assertThat(read()).isEqualTo(30);
    }

    @Test
    @DisplayName("等提交之后再写，管不到 sync 的读：事务里改了价再读，没有生效的新价马上进了缓存，回滚之后还在；beforeInvocation 的删除、嵌套事务自己的回滚、返回 CompletableFuture 的写、afterCommit 里的删除，也管不到")
    void syncedReadInTransaction() {
        transaction.executeWithoutResult(status -> {
            update();
            assertThat(aware.get(1, this::inDatabase)).isEqualTo(30);
            status.setRollbackOnly();
        });
        assertThat(inDatabase()).isEqualTo(23);
        assertThat(read()).isEqualTo(30);
        cache.clear();
        evictBeforeInvocation();
        nestedRollback();
        storedLater();
        evictAfterCommit();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Annotated {

        @CacheEvict(cacheNames = "prices", key = "#isbn", beforeInvocation = true)
        public void before(int isbn) {
        }

        @CacheEvict(cacheNames = "prices", key = "#isbn")
        public void after(int isbn) {
        }

        @CachePut(cacheNames = "prices", key = "#isbn")
        public CompletableFuture<Integer> later(int isbn, CompletableFuture<Integer> price) {
            return price;
        }
    }

    /** {@code beforeInvocation = true} does not wait for the commit. */
    private void evictBeforeInvocation() {
        CaffeineCacheManager caches = new CaffeineCacheManager();
        Cache prices = caches.getCache("prices");
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Annotated.class);
            context.registerBean(CacheManager.class, () -> new TransactionAwareCacheManagerProxy(caches));
            context.refresh();
            Annotated annotated = context.getBean(Annotated.class);
            prices.put(1, 23);
            transaction.executeWithoutResult(status -> {
                annotated.after(1);
                assertThat(prices.get(1)).isNotNull();
            });
            assertThat(prices.get(1)).isNull();
            prices.put(1, 23);
            transaction.executeWithoutResult(status -> {
                annotated.before(1);
                assertThat(prices.get(1)).isNull();
            });
        }
    }

    /** The thread that completes the future stores the price, and that one is in no transaction. */
    private void storedLater() {
        CaffeineCacheManager caches = new CaffeineCacheManager();
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Annotated.class);
            context.registerBean(CacheManager.class, () -> new TransactionAwareCacheManagerProxy(caches));
            context.refresh();
            transaction.executeWithoutResult(status -> {
                CompletableFuture<Integer> price = new CompletableFuture<>();
                context.getBean(Annotated.class).later(1, price);
                elsewhere(() -> price.complete(30));
                status.setRollbackOnly();
            });
            assertThat(caches.getCache("prices").get(1, Integer.class)).isEqualTo(30);
            // One that is already complete is stored by the caller's thread, which does wait.
            transaction.executeWithoutResult(status -> {
                context.getBean(Annotated.class).later(2, CompletableFuture.completedFuture(30));
                status.setRollbackOnly();
            });
            assertThat(caches.getCache("prices").get(2)).isNull();
        }
    }

    /** In afterCommit it waits for a commit that is over: nothing is evicted, and nobody says so. */
    private void evictAfterCommit() {
        cache.put(1, 23);
        transaction.executeWithoutResult(status -> TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {

                    @Override
                    public void afterCommit() {
                        aware.evict(1);
                    }
                }));
        assertThat(cache.get(1)).isNotNull();
    }

    /** The inner transaction rolls back, the outer one commits: what was to be written is written. */
    private void nestedRollback() {
        TransactionTemplate nested = new TransactionTemplate(transaction.getTransactionManager());
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        transaction.executeWithoutResult(outer -> nested.executeWithoutResult(inner -> {
            update();
            aware.put(1, 30);
            inner.setRollbackOnly();
        }));
        assertThat(inDatabase()).isEqualTo(23);
        assertThat(read()).isEqualTo(30);
    }

    /** One method, both annotations; it looks whether the entry is still there when the transaction commits. */
    static class Both {

        private final Cache books;
        private boolean thereAtCommit;

        Both(CacheManager caches) {
            this.books = caches.getCache("books");
        }

        @Transactional
        @CacheEvict(cacheNames = "books", key = "#isbn")
        public void change(int isbn) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

                @Override
                public void afterCommit() {
                    thereAtCommit = books.get(isbn) != null;
                }
            });
        }

        public boolean thereAtCommit(Both proxy) {
            books.put(1, 23);
            proxy.change(1);
            assertThat(books.get(1)).isNull();
            return thereAtCommit;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    static class CachingOnly {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement
    @EnableCaching
    static class TransactionsFirst {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement
    @EnableCaching(order = 1000)
    static class Ordered {
    }

    @ParameterizedTest
    @CsvSource({"CachingOnly, true", "TransactionsFirst, false", "Ordered, true"})
    @DisplayName("@Transactional 与 @CacheEvict 写在同一个方法上：只写 @EnableCaching，删在提交之后；先写了 @EnableTransactionManagement，删在提交之前；@EnableCaching(order = 1000)，删在提交之后")
    void sameMethod(String configuration, boolean evictedAfterCommit) throws Exception {
        try (var context = new SpringApplicationBuilder(Class.forName(ConsistencyTests.class.getName() + "$" + configuration),
                Both.class).web(WebApplicationType.NONE).run("--spring.datasource.url=jdbc:h2:mem:same-" + configuration)) {
            Both proxy = context.getBean(Both.class);
            assertThat(((Both) AopProxyUtils.getSingletonTarget(proxy)).thereAtCommit(proxy)).isEqualTo(evictedAfterCommit);
        }
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("两个进程共用 Redis，慢的读者用 sync 读：不带锁，缓存里仍然是旧价；带锁，删除也等锁，是新价")
    void twoProcesses() throws Exception {
        try (OwnRedis redis = new OwnRedis()) {
            int nonLocking = twoProcesses(redis, false);
            jdbc.sql("update book set price = 23").update();
            int locking = twoProcesses(redis, true);
            assertThat(nonLocking).isEqualTo(23);
            assertThat(locking).isEqualTo(30);
            Recording.check("slow-reader-redis.txt", new Table("两个进程，慢的读者用 sync = true", "数据库", "缓存给用户的")
                    .row("不加锁（默认），删一次", 30, nonLocking)
                    .row("enableLocking(…)，删一次", 30, locking).toString());
        }
    }

    /** One process reads slowly, the other changes the price and evicts; what users get from the cache then. */
    private int twoProcesses(OwnRedis redis, boolean locking) throws Exception {
        List<LettuceConnectionFactory> connections = new ArrayList<>();
        List<Cache> processes = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
                connection.afterPropertiesSet();
                connection.start();
                connections.add(connection);
                RedisCacheManager manager = RedisCacheManager.builder(locking ? StampedeTests.lockingWriter(connection)
                        : RedisCacheWriter.create(connection, writer -> writer.immediateWrites())).build();
                manager.afterPropertiesSet();
                processes.add(manager.getCache("prices-" + locking));
            }
            CountDownLatch hasRead = new CountDownLatch(1);
            CountDownLatch mayStore = new CountDownLatch(1);
            Thread reader = Thread.ofPlatform().start(() -> processes.getFirst().get(1, () -> {
                int price = inDatabase();
                hasRead.countDown();
                await(mayStore);
                return price;
            }));
            await(hasRead);
            update();
            redis.commands.configResetstat();
            Thread writer = Thread.ofPlatform().start(() -> processes.getLast().evict(1));
            if (locking) {
                // it asks again and again whether the lock is gone
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> redis.calls("exists") >= 3);
                assertThat(writer.isAlive()).isTrue();
                assertThat(redis.calls("del")).isZero();
            }
            else {
                writer.join();
                assertThat(redis.calls("del")).isOne();
            }
            mayStore.countDown();
            reader.join();
            writer.join();
            return processes.getLast().get(1, this::inDatabase);
        }
        finally {
            connections.forEach(LettuceConnectionFactory::destroy);
        }
    }

    @Test
    @DisplayName("限了条数的 Caffeine，加载到一半清空整个缓存：旧价仍然放了进去，清空不等它")
    void clearDoesNotWait() throws Exception {
        CaffeineCacheManager bounded = new CaffeineCacheManager();
        bounded.setCacheSpecification("maximumSize=1000");
        cache = bounded.getCache("prices");
        CountDownLatch hasRead = new CountDownLatch(1);
        CountDownLatch mayStore = new CountDownLatch(1);
        Thread reader = Thread.ofPlatform().start(() -> cache.get(1, () -> {
            int price = inDatabase();
            hasRead.countDown();
            await(mayStore);
            return price;
        }));
        await(hasRead);
        update();
        Thread writer = Thread.ofPlatform().start(cache::clear);
        writer.join(Duration.ofSeconds(5));
        boolean waited = writer.isAlive();
        mayStore.countDown();
        reader.join();
        writer.join();
        assertThat(waited).isFalse();
        assertThat(read()).isEqualTo(23);
    }

    @Test
    @DisplayName("限了条数的 Caffeine，sync 加载到一半删这个键：也等它")
    void boundedEvictWaits() {
        CaffeineCacheManager bounded = new CaffeineCacheManager();
        bounded.setCacheSpecification("maximumSize=1000,expireAfterWrite=10m");
        cache = bounded.getCache("prices");
        assertThat(syncedReader()).isEqualTo(30);
    }

    /** With sync, the loader holds the key: evicting waits until it is done. */
    private int syncedReader() {
        CountDownLatch hasRead = new CountDownLatch(1);
        CountDownLatch mayStore = new CountDownLatch(1);
        Thread reader = Thread.ofPlatform().start(() -> cache.get(1, () -> {
            int price = inDatabase();
            hasRead.countDown();
            await(mayStore);
            return price;
        }));
        await(hasRead);
        update();
        Thread writer = Thread.ofPlatform().start(() -> cache.evict(1));
        while (writer.getState() != Thread.State.BLOCKED && writer.getState() != Thread.State.WAITING
                && writer.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(writer.isAlive()).as("删除要等加载结束").isTrue();
        mayStore.countDown();
        try {
            reader.join();
            writer.join();
        }
        catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        return read();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        }
        catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
