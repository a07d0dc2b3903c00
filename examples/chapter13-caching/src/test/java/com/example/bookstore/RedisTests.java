package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.GenericJacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.SerializationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** The same service with Redis; only the profile differs. One application serves all tests of the profile redis. */
@RequiresService(Service.REDIS)
class RedisTests {

    private static final String SANTI = CatalogTests.SANTI;

    private static ConfigurableApplicationContext shared;

    private final Catalog catalog = shared.getBean(Catalog.class);
    private final QueryCounter queries = shared.getBean(QueryCounter.class);
    private final CacheManager caches = shared.getBean(CacheManager.class);
    private final StringRedisTemplate redis = shared.getBean(StringRedisTemplate.class);

    @BeforeAll
    static void start() {
        shared = start("redis");
    }

    private static ConfigurableApplicationContext start(String profiles) {
        return new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.profiles.active=" + profiles, "--server.port=0",
                        "--spring.datasource.url=jdbc:h2:mem:" + System.nanoTime());
    }

    @AfterAll
    static void stop() {
        if (shared != null) {
            shared.close();
        }
    }

    @BeforeEach
    @AfterEach
    void clean() {
        redis.delete(redis.keys("bookstore:*"));
    }

    @Test
    @DisplayName("换成 Redis：读 100 次仍然查 1 次；重启之后一次也不查")
    void sameCount() {
        long before = queries.count();
        for (int i = 0; i < 100; i++) {
            catalog.find(SANTI);
        }
        assertThat(queries.count() - before).isOne();
        try (ConfigurableApplicationContext restarted = start("redis")) {
            assertThat(restarted.getBean(Catalog.class).find(SANTI).title()).isEqualTo("三体");
            assertThat(restarted.getBean(QueryCounter.class).count()).isZero();
        }
    }

    /** With a serializer for values of any class, as a bean of one's own: Boot takes it for every cache. */
    private static ConfigurableApplicationContext startWith(GenericJacksonJsonRedisSerializer json) {
        return new SpringApplicationBuilder(BookstoreApplication.class)
                .initializers(context -> ((GenericApplicationContext) context).registerBean(
                        RedisCacheConfiguration.class, () -> RedisCacheConfiguration.defaultCacheConfig()
                                .prefixCacheNameWith("bookstore:any:")
                                .serializeValuesWith(SerializationPair.fromSerializer(json))))
                .run("--spring.profiles.active=redis", "--server.port=0",
                        "--spring.datasource.url=jdbc:h2:mem:" + System.nanoTime());
    }

    @Test
    @DisplayName("通用的 JSON 序列化器不记类名：第一次没事，第二次命中缓存，得到 LinkedHashMap，转成 Book 时报错；记了类名就好，也只收名单里的类")
    void jsonWithoutType() {
        try (var plain = startWith(GenericJacksonJsonRedisSerializer.builder().build())) {
            Catalog catalog = plain.getBean(Catalog.class);
            assertThat(catalog.find(SANTI).title()).isEqualTo("三体");
            Throwable thrown = catchThrowable(() -> catalog.find(SANTI));
            assertThat(thrown).isInstanceOf(ClassCastException.class);
            Recording.check("linked-hash-map.txt", thrown.toString());
        }
        clean();
        GenericJacksonJsonRedisSerializer withNames = withClassNames();
        try (var typed = startWith(withNames)) {
            Catalog catalog = typed.getBean(Catalog.class);
            Book book = catalog.find(SANTI);
            assertThat(catalog.find(SANTI)).isEqualTo(book);
            assertThat(redis.opsForValue().get("bookstore:any:books::" + SANTI))
                    .contains("\"@class\":\"com.example.bookstore.Book\"");
        }
        // 没有类名的旧条目；名单之外的类；名单之内、可是已经改了名的类
        String said = Stream.of("{\"isbn\":\"1\"}", "{\"@class\":\"java.util.Timer\"}",
                "{\"@class\":\"com.example.bookstore.OldBook\"}").map(json -> refused(withNames, json))
                .collect(Collectors.joining("\n"));
        assertThat(said.lines()).hasSize(3);
        assertThat(said).contains("missing type id property '@class'", "java.util.Timer", "com.example.bookstore.OldBook");
        Recording.check("class-names.txt", said + "\n");
    }

    private static String refused(GenericJacksonJsonRedisSerializer serializer, String json) {
        Throwable refused = catchThrowable(() -> serializer.deserialize(json.getBytes(StandardCharsets.UTF_8)));
        assertThat(refused).isInstanceOf(SerializationException.class);
        return "SerializationException: " + refused.getMessage().lines().findFirst().orElseThrow();
    }

    @Test
    @DisplayName("记了类名：单独的 Long、日期、枚举仍然没有类名，读出来是 Integer 与 String；List.of 的列表读不出来；按名字说明类型，列表要连里面的类型一起说")
    void withoutClassNames() {
        GenericJacksonJsonRedisSerializer json = withClassNames();
        assertThat(json.deserialize(json.serialize(7L))).isEqualTo(7);
        assertThat(json.deserialize(json.serialize(LocalDate.of(2026, 11, 28)))).isEqualTo("2026-11-28");
        assertThat(json.deserialize(json.serialize(DayOfWeek.MONDAY))).isEqualTo("MONDAY");
        Book book = new Book(SANTI, "三体", BigDecimal.ONE);
        assertThat(json.deserialize(json.serialize(book))).isEqualTo(book);
        assertThatThrownBy(() -> json.deserialize(json.serialize(List.of(book))))
                .isInstanceOf(SerializationException.class);
        byte[] list = new JacksonJsonRedisSerializer<>(List.class).serialize(List.of(book));
        assertThat((List<?>) new JacksonJsonRedisSerializer<>(List.class).deserialize(list))
                .singleElement().isInstanceOf(LinkedHashMap.class);
        assertThat(new JacksonJsonRedisSerializer<List<Book>>(JsonMapper.shared().getTypeFactory()
                .constructCollectionType(List.class, Book.class)).deserialize(list)).containsExactly(book);
    }

    // region class-names
    /** 值里带着类名，读的时候照它还原；只收书店自己的类和 BigDecimal。 */
    private static GenericJacksonJsonRedisSerializer withClassNames() {
        return GenericJacksonJsonRedisSerializer.builder()
                .enableDefaultTyping(BasicPolymorphicTypeValidator.builder()
                        .allowIfSubType("com.example.bookstore.")
                        .allowIfSubType(BigDecimal.class)
                        .build())
                .build();
    }
    // endregion class-names

    @Test
    @DisplayName("默认的值是 JDK 序列化的字节")
    void binary() {
        catalog.find(SANTI);
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
        try (ConfigurableApplicationContext json = start("redis,json")) {
            Catalog catalog = json.getBean(Catalog.class);
            Book book = catalog.find(SANTI);
            assertThat(catalog.find(SANTI)).isEqualTo(book);
            json.getBean(CacheManager.class).getCache("prices").put(SANTI, book);
        }
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
    @DisplayName("新旧两个版本同时跑，前缀不同：新版本改价，旧版本还给旧价")
    void twoPrefixes() {
        Cache yesterday = prefixed("bookstore:v1:");
        Cache today = prefixed("bookstore:v2:");
        yesterday.put(SANTI, "23");
        assertThat(today.get(SANTI)).isNull();
        today.put(SANTI, "30");
        assertThat(yesterday.get(SANTI, String.class)).isEqualTo("23");
        today.evict(SANTI);
        today.clear();
        assertThat(yesterday.get(SANTI, String.class)).isEqualTo("23");
    }

    private static Cache prefixed(String prefix) {
        RedisCacheManager manager = RedisCacheManager.builder(RedisCacheWriter.create(
                shared.getBean(RedisConnectionFactory.class), writer -> writer.immediateWrites()))
                .cacheDefaults(RedisCacheConfiguration.defaultCacheConfig().prefixCacheNameWith(prefix)).build();
        manager.afterPropertiesSet();
        return manager.getCache("books");
    }

    @Test
    @DisplayName("Redis 里没有 null，没有的书存的是一个占位的值")
    void nullValue() {
        long before = queries.count();
        assertThat(catalog.find("0")).isNull();
        assertThat(catalog.find("0")).isNull();
        assertThat(queries.count() - before).isOne();
        assertThat(redis.hasKey("bookstore:books::0")).isTrue();
    }

    @Test
    @DisplayName("cache-names 里没有的名字：Redis 默认悄悄新建一个；disableCreateOnMissingCache 才像 Caffeine 那样没有")
    void unknownName() {
        assertThat(caches.getCache("fianl")).isInstanceOf(RedisCache.class);
        RedisCacheManager strict = RedisCacheManager.builder(shared.getBean(RedisConnectionFactory.class))
                .initialCacheNames(Set.of("books")).disableCreateOnMissingCache().build();
        strict.afterPropertiesSet();
        assertThat(strict.getCache("books")).isNotNull();
        assertThat(strict.getCache("fianl")).isNull();
    }

    @Test
    @DisplayName("allEntries：5000 个键全删，别的缓存不受影响")
    void clear() {
        Book book = new Book(SANTI, "三体", BigDecimal.ONE);
        for (int i = 0; i < 5000; i++) {
            caches.getCache("books").put(i, book);
        }
        caches.getCache("other").put(1, book);
        assertThat(redis.keys("bookstore:*")).hasSize(5001);
        catalog.forgetAll();
        assertThat(redis.keys("bookstore:*")).containsExactly("bookstore:other::1");
    }

    @Test
    @DisplayName("给 entryTtl 传一个函数：每放一个键算一次，过期时间散开")
    void jitter() {
        Random random = new Random(13);
        RedisCacheManager scattered = RedisCacheManager.builder(shared.getBean(RedisConnectionFactory.class))
                .cacheDefaults(RedisCacheConfiguration.defaultCacheConfig().prefixCacheNameWith("bookstore:")
                        .entryTtl((key, value) -> Duration.ofMinutes(30).plusSeconds(random.nextInt(600)))).build();
        scattered.afterPropertiesSet();
        for (int i = 0; i < 20; i++) {
            scattered.getCache("scattered").putIfAbsent(i, "书");
        }
        Set<Long> minutes = new TreeSet<>();
        for (String key : redis.keys("bookstore:scattered::*")) {
            minutes.add(redis.getExpire(key, TimeUnit.MINUTES));
        }
        assertThat(minutes).allMatch(left -> left >= 29 && left <= 40).hasSizeGreaterThan(4);
    }
}
