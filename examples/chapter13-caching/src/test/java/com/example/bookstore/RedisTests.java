package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The same service with Redis; only the profile differs. */
@RequiresService(Service.REDIS)
class RedisTests {

    private static final String SANTI = CatalogTests.SANTI;

    private ConfigurableApplicationContext context;

    private ConfigurableApplicationContext start(String profiles) {
        context = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=" + profiles, "--server.port=0",
                        "--spring.datasource.generate-unique-name=true",
                        "--spring.datasource.url=jdbc:h2:mem:" + System.nanoTime());
        clean();
        return context;
    }

    private void clean() {
        StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
        Set<String> keys = redis.keys("bookstore:*");
        redis.delete(keys);
    }

    @AfterEach
    void stop() {
        clean();
        context.close();
    }

    @Test
    @DisplayName("换成 Redis：读 100 次仍然查 1 次；重启之后一次也不查")
    void sameCount() {
        Catalog catalog = start("redis").getBean(Catalog.class);
        QueryCounter queries = context.getBean(QueryCounter.class);
        for (int i = 0; i < 100; i++) {
            catalog.find(SANTI);
        }
        assertThat(queries.count()).isOne();
        context.close();
        context = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=redis", "--server.port=0");
        assertThat(context.getBean(Catalog.class).find(SANTI).title()).isEqualTo("三体");
        assertThat(context.getBean(QueryCounter.class).count()).isZero();
    }

    @Test
    @DisplayName("默认的值是 JDK 序列化的字节")
    void binary() {
        start("redis").getBean(Catalog.class).find(SANTI);
        StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
        String key = "bookstore:books::" + SANTI;
        assertThat(redis.keys("bookstore:*")).containsExactly(key);
        byte[] value = redis.execute((org.springframework.data.redis.core.RedisCallback<byte[]>) connection ->
                connection.stringCommands().get(key.getBytes(StandardCharsets.UTF_8)));
        StringBuilder readable = new StringBuilder();
        for (byte b : value) {
            readable.append(b >= 32 && b < 127 ? String.valueOf((char) b) : "\\x%02x".formatted(b));
        }
        assertThat(readable.toString()).startsWith("\\xac\\xed\\x00\\x05").contains("com.example.bookstore.Book");
        Recording.check("redis-binary.txt", """
                > KEYS bookstore:*
                %s
                > GET %s
                %s…
                （共 %d 字节）
                """.formatted(key, key, readable.substring(0, 60), value.length));
    }

    @Test
    @DisplayName("换成 JSON：值看得懂，键带版本，过期时间每个缓存各定")
    void json() {
        Catalog catalog = start("redis,json").getBean(Catalog.class);
        Book book = catalog.find(SANTI);
        assertThat(catalog.find(SANTI)).isEqualTo(book);
        CacheManager caches = context.getBean(CacheManager.class);
        Cache prices = caches.getCache("prices");
        prices.put(SANTI, book);
        StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
        StringBuilder seen = new StringBuilder();
        for (String key : new TreeSet<>(redis.keys("bookstore:*"))) {
            long left = redis.getExpire(key, TimeUnit.MILLISECONDS);
            long seconds = (left + 999) / 1000;
            assertThat(seconds).isIn(599L, 600L, 29L, 30L);
            seen.append("> GET ").append(key).append('\n').append(redis.opsForValue().get(key)).append('\n')
                    .append("> TTL ").append(key).append('\n').append(seconds > 30 ? 600 : 30).append('\n');
        }
        Recording.check("redis-json.txt", seen.toString());
    }

    @Test
    @DisplayName("Redis 里没有 null，没有的书存的是一个占位的值")
    void nullValue() {
        Catalog catalog = start("redis").getBean(Catalog.class);
        assertThat(catalog.find("0")).isNull();
        assertThat(catalog.find("0")).isNull();
        assertThat(context.getBean(QueryCounter.class).count()).isOne();
        assertThat(context.getBean(StringRedisTemplate.class).hasKey("bookstore:books::0")).isTrue();
    }

    @Test
    @DisplayName("cache-names 里没有的名字：Redis 默认悄悄新建一个；disableCreateOnMissingCache 才像 Caffeine 那样没有")
    void unknownName() {
        RedisCacheManager caches = (RedisCacheManager) start("redis").getBean(CacheManager.class);
        assertThat(caches.getCache("fianl")).isNotNull();
        RedisCacheManager strict = RedisCacheManager.builder(context.getBean(RedisConnectionFactory.class))
                .initialCacheNames(Set.of("books")).disableCreateOnMissingCache().build();
        strict.afterPropertiesSet();
        assertThat(strict.getCache("books")).isNotNull();
        assertThat(strict.getCache("fianl")).isNull();
    }

    @Test
    @DisplayName("allEntries：5000 个键全删，别的缓存不受影响")
    void clear() {
        start("redis");
        CacheManager caches = context.getBean(CacheManager.class);
        Book book = new Book(SANTI, "三体", BigDecimal.ONE);
        for (int i = 0; i < 5000; i++) {
            caches.getCache("books").put(i, book);
        }
        caches.getCache("other").put(1, book);
        StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
        assertThat(redis.keys("bookstore:*")).hasSize(5001);
        context.getBean(Catalog.class).forgetAll();
        assertThat(redis.keys("bookstore:*")).containsExactly("bookstore:other::1");
    }
}
