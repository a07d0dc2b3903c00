package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;
import io.lettuce.core.RedisCommandExecutionException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Redis has used all the memory it may use. */
@RequiresProgram("redis-server")
class FullTests {

    private static final String SANTI = CatalogTests.SANTI;
    private static final Book LARGE = new Book("0", "长".repeat(3_000), BigDecimal.ONE);

    private record Outcome(String stored, String putRead, String evictRead, long queries, long synced,
            Throwable thrown) {
    }

    /** The same lookup with {@code sync = true}. */
    static class Synced {

        private final Books books;

        Synced(Books books) {
            this.books = books;
        }

        @Cacheable(cacheNames = "books", sync = true)
        public Book find(String isbn) {
            return books.find(isbn);
        }
    }

    private static Outcome full(String policy) {
        try (OwnRedis redis = new OwnRedis("--maxmemory-policy", policy);
                ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class,
                        Synced.class).run("--spring.profiles.active=redis", "--server.port=0",
                                "--spring.datasource.url=jdbc:h2:mem:full-" + policy,
                                "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port)) {
            Catalog catalog = context.getBean(Catalog.class);
            QueryCounter queries = context.getBean(QueryCounter.class);
            catalog.find(SANTI);
            Cache books = context.getBean(CacheManager.class).getCache("books");
            for (int i = 0; i < 300; i++) {
                books.put("large-" + i, LARGE);
            }
            // Less than it holds by now: from here on it is full.
            redis.commands.configSet("maxmemory", "2mb");
            Throwable thrown = catchThrowable(() -> books.put("one more", LARGE));
            catalog.changePrice(SANTI, new BigDecimal("30.00"));
            String putRead = "" + catalog.find(SANTI).price();
            catalog.forget(SANTI);
            String evictRead = "" + catalog.find(SANTI).price();
            long before = queries.count();
            for (int i = 0; i < 10; i++) {
                catalog.find(SANTI);
            }
            long plain = queries.count() - before;
            Synced synced = context.getBean(Synced.class);
            for (int i = 0; i < 10; i++) {
                assertThat(synced.find(SANTI).title()).isEqualTo("三体");
            }
            return new Outcome(thrown == null ? "放得进" : thrown.getClass().getSimpleName(), putRead, evictRead,
                    plain, queries.count() - before - plain, thrown);
        }
    }

    @Test
    @DisplayName("Redis 满了：noeviction 放不进、旧价还在、删得掉，带锁的清不空；allkeys-lru 放得进、改得了")
    void full() {
        lockingClear();
        Outcome refuse = full("noeviction");
        Outcome evict = full("allkeys-lru");
        assertThat(refuse.putRead).isEqualTo("23.00");
        assertThat(refuse.evictRead).isEqualTo("30.00");
        assertThat(refuse.queries).isEqualTo(10);
        // loaded once to be stored, and once more because storing failed
        assertThat(refuse.synced).isEqualTo(20);
        assertThat(evict.synced).isZero();
        assertThat(evict.thrown).isNull();
        assertThat(evict.putRead).isEqualTo("30.00");
        assertThat(evict.queries).isZero();
        Throwable last = refuse.thrown;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        Recording.check("redis-oom.txt", refuse.thrown + "\nCaused by: " + last + "\n");
        Recording.check("redis-full.txt", new Table("Redis 写满之后", "noeviction（默认）", "allkeys-lru")
                .row("再放一本书", refuse.stored, evict.stored)
                .row("@CachePut 改价为 30，再读", refuse.putRead, evict.putRead)
                .row("forget() 之后再读", refuse.evictRead, evict.evictRead)
                .row("接着读 10 次，数据库收到的查询", refuse.queries, evict.queries)
                .row("sync = true 的方法再读 10 次，查询", refuse.synced, evict.synced).toString());
    }

    /** One key is deleted; clearing needs a lock first, and that is a write. */
    private static void lockingClear() {
        try (OwnRedis redis = new OwnRedis()) {
            var connection = new LettuceConnectionFactory("127.0.0.1", redis.port);
            connection.afterPropertiesSet();
            connection.start();
            try {
                RedisCacheManager manager = RedisCacheManager.builder(StampedeTests.lockingWriter(connection)).build();
                manager.afterPropertiesSet();
                Cache books = manager.getCache("books");
                for (int i = 0; i < 300; i++) {
                    books.put(i, LARGE);
                }
                redis.commands.configSet("maxmemory", "2mb");
                books.evict(1);
                assertThat(redis.commands.exists("books::1")).isZero();
                assertThat(catchThrowable(books::clear)).hasRootCauseInstanceOf(RedisCommandExecutionException.class)
                        .rootCause().hasMessageContaining("OOM");
                assertThat(redis.commands.exists("books::2")).isOne();
            }
            finally {
                connection.destroy();
            }
        }
    }

    @Test
    @DisplayName("没有写 maxmemory 就是不限，没有写 maxmemory-policy 就是 noeviction")
    void defaultPolicy() {
        try (OwnRedis redis = new OwnRedis()) {
            assertThat(redis.commands.configGet("maxmemory")).containsValue("0");
            assertThat(redis.commands.configGet("maxmemory-policy")).containsValue("noeviction");
        }
    }
}
