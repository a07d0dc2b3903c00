package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.slice.ShopApplication;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.cache.interceptor.SimpleKeyGenerator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;

/** What goes wrong with the annotations, mostly without a word. */
class PitfallTests {

    record Page(int number, int size) {
    }

    /** Has neither equals and hashCode nor toString. */
    static class Query {
    }

    /** Has equals and hashCode, and no toString. */
    static class Named {

        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Named named && named.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** Has equals and hashCode, no toString, and what Spring takes for a way to and from text. */
    static class Isbn {

        private final String value;

        public Isbn(String value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Isbn isbn && isbn.value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /** The same without equals and hashCode. */
    static class Anonymous {

        public Anonymous(String value) {
        }
    }

    /** No constructor takes a text, but a public static method of this name does. */
    static class ByOf extends Unnamed {

        public static ByOf of(String value) {
            return new ByOf();
        }
    }

    static class ByFrom extends Unnamed {

        public static ByFrom from(String value) {
            return new ByFrom();
        }
    }

    static class ByValueOf extends Unnamed {

        public static ByValueOf valueOf(String value) {
            return new ByValueOf();
        }
    }

    /** Another name: Spring does not look for it. */
    static class ByParse extends Unnamed {

        public static ByParse parse(String value) {
            return new ByParse();
        }
    }

    /** Nobody outside can call it. */
    static class ByHiddenOf extends Unnamed {

        static ByHiddenOf of(String value) {
            return new ByHiddenOf();
        }
    }

    /** The hash of all of them is the same: as keys they collide, though none equals another. */
    static class Unnamed {

        @Override
        public int hashCode() {
            return 0x840;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    static class Shop {

        final AtomicInteger queries = new AtomicInteger();

        // region self
        @Cacheable("books")
        public String find(String isbn) {
            queries.incrementAndGet();
            return "三体";
        }

        public String describe(String isbn) {
            // this 是原来的对象，不是代理：注解不起作用
            return "《" + find(isbn) + "》";
        }
        // endregion self

        @Cacheable("detail")
        public String title(String isbn) {
            return "三体";
        }

        @Cacheable("detail")
        public Integer stock(String isbn) {
            return 7;
        }

        @Cacheable("tags")
        public List<String> tags(String isbn) {
            return new ArrayList<>(List.of("科幻"));
        }

        @Cacheable("copies")
        public List<String> copies(String isbn) {
            return List.of("科幻");
        }

        // region pages
        @Cacheable(cacheNames = "pages", key = "#page")
        public String wrongPage(int page, int size) {
            return "第 " + page + " 页，每页 " + size;
        }

        @Cacheable("pages")
        public String page(int page, int size) {
            return "第 " + page + " 页，每页 " + size;
        }
        // endregion pages

        @Cacheable("no-argument")
        public String first() {
            return "一";
        }

        @Cacheable("no-argument")
        public String second() {
            return "二";
        }

        @Cacheable(cacheNames = "synced", sync = true, unless = "#result == null")
        public String syncedUnless(String isbn) {
            return null;
        }

        @Cacheable(cacheNames = {"synced", "books"}, sync = true)
        public String syncedInTwo(String isbn) {
            return "";
        }

        @Cacheable(cacheNames = "synced", sync = true)
        @CacheEvict("books")
        public String syncedAndEvicted(String isbn) {
            return "";
        }

        @Cacheable(cacheNames = "books", key = "#isnb")
        public String wrongName(String isbn) {
            return "";
        }

        @Cacheable(cacheNames = "books", key = "#isnb.strip()")
        public String wrongNameInside(String isbn) {
            return "";
        }

        @Cacheable(cacheNames = "pages", key = "{#page, #sise}")
        public String wrongNameInList(int page, int size) {
            return "第 " + page + " 页，每页 " + size;
        }

        @Cacheable("any-number")
        public int anyNumber(String... isbns) {
            return queries.incrementAndGet();
        }

        @Cacheable("books")
        public int byRecord(Page page) {
            return queries.incrementAndGet();
        }

        @Cacheable("books")
        public int byClass(Query query) {
            return queries.incrementAndGet();
        }

        @Cacheable("fianl")
        public String misspelt(String isbn) {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        CaffeineCacheManager cacheManager() {
            return new CaffeineCacheManager("books", "detail", "tags", "copies", "pages", "no-argument", "any-number",
                    "synced");
        }

        @Bean
        Shop shop() {
            return new Shop();
        }
    }

    private AnnotationConfigApplicationContext context;
    private Shop shop;

    @BeforeEach
    void start() {
        context = new AnnotationConfigApplicationContext(Application.class);
        shop = context.getBean(Shop.class);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private static int queries(Shop shop, Runnable work) {
        // The proxy's own field is not the target's.
        Shop target = (Shop) org.springframework.aop.framework.AopProxyUtils.getSingletonTarget(shop);
        int before = target.queries.get();
        for (int i = 0; i < 100; i++) {
            work.run();
        }
        return target.queries.get() - before;
    }

    @Test
    @DisplayName("自调用：100 次调用查 100 次")
    void selfInvocation() {
        int self = queries(shop, () -> shop.describe("1"));
        int outside = queries(shop, () -> shop.find("1"));
        assertThat(self).isEqualTo(100);
        assertThat(outside).isOne();
        Recording.check("self-invocation.txt", new Table("调用 100 次", "数据库收到的查询")
                .row("别的 Bean 调用 find()", outside)
                .row("同一个类的 describe() 调用 find()", self).toString());
    }

    @Test
    @DisplayName("两个方法用同一个缓存、同一个键：ClassCastException")
    void sharedKey() {
        shop.title("1");
        Throwable thrown = catchThrowable(() -> {
            Integer stock = shop.stock("1");
        });
        assertThat(thrown).isInstanceOf(ClassCastException.class);
        Recording.check("shared-key.txt", thrown.toString() + "\n");
    }

    @Test
    @DisplayName("没有参数的两个方法，键都是 SimpleKey.EMPTY：第二个得到第一个的值")
    void noArgument() {
        assertThat(shop.first()).isEqualTo("一");
        assertThat(shop.second()).isEqualTo("一");
    }

    @Test
    @DisplayName("缓存里可变的列表被调用方改了：后来的人看到；不可变的当场报错")
    void mutable() {
        shop.tags("1").addFirst("（广告）");
        assertThat(shop.tags("1")).containsExactly("（广告）", "科幻");
        assertThat(catchThrowable(() -> shop.copies("1").addFirst("（广告）")))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(shop.copies("1")).containsExactly("科幻");
        Recording.check("mutable.txt", new Table("一个调用方往列表里加了广告", "下一个人看到")
                .row("new ArrayList<>(…)", shop.tags("1"))
                .row("List.of(…)", shop.copies("1")).toString());
    }

    @Test
    @DisplayName("分页：键里漏了每页几条，得到别人的那一页")
    void pageKeys() {
        shop.wrongPage(1, 10);
        String wrong = shop.wrongPage(1, 50);
        assertThat(wrong).isEqualTo("第 1 页，每页 10");
        assertThat(shop.page(1, 10)).isEqualTo("第 1 页，每页 10");
        assertThat(shop.page(1, 50)).isEqualTo("第 1 页，每页 50");
    }

    @Test
    @DisplayName("默认的键：没有参数、一个参数、几个参数")
    void keys() {
        shop.first();
        shop.find("1");
        shop.page(1, 10);
        Table table = new Table("方法", "键");
        for (String name : List.of("no-argument", "books", "pages")) {
            Object key = ((CaffeineCache) context.getBean(CaffeineCacheManager.class).getCache(name))
                    .getNativeCache().asMap().keySet().iterator().next();
            table.row(Map.of("no-argument", "first()", "books", "find(\"1\")", "pages", "page(1, 10)").get(name),
                    key.getClass().getSimpleName() + "：" + key);
        }
        Recording.check("keys.txt", table.toString());
    }

    @Test
    @RequiresService(Service.REDIS)
    @DisplayName("record 当参数：内容相同是同一个键；没写 equals 的类不是；Redis 的键是文字，没写 toString 的类当不了键，或者键成了散列值；文字相同的会撞")
    void equalsDecides() {
        assertThat(shop.byRecord(new Page(1, 10))).isEqualTo(shop.byRecord(new Page(1, 10)));
        assertThat(shop.byClass(new Query())).isNotEqualTo(shop.byClass(new Query()));
        redisKeysAreText();
    }

    /** Redis: a class without toString is no key; one text is one key, whatever it was before. */
    private static void redisKeysAreText() {
        var connection = new LettuceConnectionFactory(Service.REDIS.host(), Service.REDIS.port());
        connection.setDatabase(13);
        connection.afterPropertiesSet();
        connection.start();
        RedisCacheManager manager = RedisCacheManager.builder(RedisCacheWriter.create(connection,
                writer -> writer.immediateWrites())).build();
        manager.afterPropertiesSet();
        Cache texts = manager.getCache("keys-are-text");
        try {
            assertThat(catchThrowable(() -> texts.put(new Named("三体"), 1))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Cannot convert cache key");
            texts.put(new Isbn("Aa"), "别人的"); // "Aa" and "BB" have the same hash
            assertThat(texts.get(new Isbn("BB"), String.class)).isEqualTo("别人的");
            for (List<Object> two : List.<List<Object>>of(List.of(ByOf.of("1"), ByOf.of("2")),
                    List.of(ByFrom.from("1"), ByFrom.from("2")), List.of(ByValueOf.valueOf("1"), ByValueOf.valueOf("2")))) {
                assertThat(two.getFirst()).isNotEqualTo(two.getLast());
                texts.put(two.getFirst(), "别人的");
                assertThat(texts.get(two.getLast(), String.class)).as("%s", two).isEqualTo("别人的");
            }
            for (Object refused : List.of(ByParse.parse("1"), ByHiddenOf.of("1"))) {
                assertThat(catchThrowable(() -> texts.put(refused, 1))).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("Cannot convert cache key");
            }
            texts.put(new Anonymous("三体"), "三体");
            assertThat(texts.get(new Anonymous("三体"))).isNull();
            Map.of(new SimpleKey("1, 2", "3"), new SimpleKey("1", "2, 3"),
                    List.of("a,1", 1, 1, "t"), List.of("a", 1, 1, "1,t"), 1, "1").forEach((key, other) -> {
                        assertThat(key).isNotEqualTo(other);
                        texts.clear();
                        texts.put(key, "别人的");
                        assertThat(texts.get(other, String.class)).isEqualTo("别人的");
                    });
        }
        finally {
            texts.clear();
            connection.destroy();
        }
    }

    @Test
    @DisplayName("配置里写 refreshAfterWrite，要有 CacheLoader 的 Bean，没列出名字的用到时才报错；类型写成 CacheLoader<String, String> 等于没有；有了它，没命中时问它，不问方法；sync 的没命中时执行方法，到了该刷新的时候问它")
    void refreshNeedsLoader() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class))
                .withUserConfiguration(Caching.class)
                .withPropertyValues("spring.cache.type=caffeine", "spring.cache.cache-names=books",
                        "spring.cache.caffeine.spec=refreshAfterWrite=9m");
        runner.run(context -> assertThat(context.getStartupFailure()).rootCause()
                .hasMessage("refreshAfterWrite requires a LoadingCache"));
        runner.withBean("loader", CacheLoader.class, () -> isbn -> "《" + isbn + "》").withBean(Shop.class).run(context -> {
            assertThat(context).hasNotFailed();
            // A miss asks the loader, not the method; with sync it asks the method.
            Shop shop = context.getBean(Shop.class);
            assertThat(queries(shop, () -> assertThat(shop.find("1")).isEqualTo("《1》"))).isZero();
            Cache books = context.getBean(CacheManager.class).getCache("books");
            assertThat(books.get("2", () -> "方法查到的")).isEqualTo("方法查到的");
        });
        runner.withPropertyValues("spring.cache.cache-names=").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(catchThrowable(() -> context.getBean(CacheManager.class).getCache("books")))
                    .hasMessage("refreshAfterWrite requires a LoadingCache");
        });
        runner.withUserConfiguration(LoaderOfStrings.class).run(context -> assertThat(context.getStartupFailure())
                .rootCause().hasMessage("refreshAfterWrite requires a LoadingCache"));
        refreshAsksLoader();
    }

    /** A synced method fills the cache; when the entry is due, it is the loader that is asked. */
    private static void refreshAsksLoader() {
        AtomicLong nanos = new AtomicLong();
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class))
                .withUserConfiguration(Caching.class, LoaderOfObjects.class).withBean(Titles.class)
                .withPropertyValues("spring.cache.type=caffeine", "spring.cache.cache-names=books")
                .withBean(Caffeine.class, () -> Caffeine.newBuilder().refreshAfterWrite(Duration.ofMinutes(9))
                        .ticker(nanos::get).executor(Runnable::run))
                .run(context -> {
                    Titles titles = context.getBean(Titles.class);
                    assertThat(titles.title("1")).isEqualTo("方法查到的");
                    assertThat(titles.title("1")).isEqualTo("方法查到的");
                    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
                    titles.title("1"); // due: whoever comes now sets it off
                    assertThat(titles.title("1")).isEqualTo("《1》");
                    assertThat(titles.calls()).isOne();
                });
    }

    static class Titles {

        private int calls;

        @Cacheable(cacheNames = "books", sync = true)
        public String title(String isbn) {
            calls++;
            return "方法查到的";
        }

        public int calls() {
            return calls;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LoaderOfObjects {

        @Bean
        CacheLoader<Object, Object> loader() {
            return isbn -> "《" + isbn + "》";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LoaderOfStrings {

        @Bean
        CacheLoader<String, String> loader() {
            return isbn -> "《" + isbn + "》";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caching {
    }

    @Test
    @DisplayName("key 里的名字写错，算出来是 null：每次调用都报错，没有执行方法；在它上面调用方法，报的是另一个错；写在列表里不报错，那一格是 null，得到别人的那一页")
    void nullKey() {
        for (int i = 0; i < 2; i++) {
            assertThat(catchThrowable(() -> shop.wrongName("1"))).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("Null key returned for cache operation").hasMessageContaining("-parameters");
            assertThat(catchThrowable(() -> shop.wrongNameInside("1"))).isInstanceOf(SpelEvaluationException.class)
                    .hasMessageContaining("null");
        }
        assertThat(shop.wrongNameInList(1, 10)).isEqualTo("第 1 页，每页 10");
        assertThat(shop.wrongNameInList(1, 50)).isEqualTo("第 1 页，每页 10");
        assertThat(((CaffeineCache) context.getBean(CaffeineCacheManager.class).getCache("pages"))
                .getNativeCache().asMap().keySet()).singleElement().isEqualTo(Arrays.asList(1, null));
    }

    @Test
    @DisplayName("一个参数，但它是 null 或数组：键也是 SimpleKey")
    void nullAndArrayKeys() {
        assertThat(SimpleKeyGenerator.generateKey("1")).isEqualTo("1");
        assertThat(SimpleKeyGenerator.generateKey((Object) null)).isInstanceOf(SimpleKey.class);
        Object one = SimpleKeyGenerator.generateKey((Object) new int[] {1});
        assertThat(one).isInstanceOf(SimpleKey.class).isEqualTo(SimpleKeyGenerator.generateKey((Object) new int[] {1}));
        // String...: the array is taken apart first
        shop.anyNumber();
        shop.anyNumber("1");
        shop.anyNumber("1", "2");
        assertThat(((CaffeineCache) context.getBean(CaffeineCacheManager.class).getCache("any-number"))
                .getNativeCache().asMap().keySet())
                .containsExactlyInAnyOrder(SimpleKey.EMPTY, "1", new SimpleKey("1", "2"));
    }

    @Test
    @DisplayName("sync 与 unless 不能同用，与别的缓存注解、第二个缓存名也不能")
    void syncUnless() {
        Throwable thrown = catchThrowable(() -> shop.syncedUnless("1"));
        assertThat(thrown).isInstanceOf(IllegalStateException.class);
        Recording.check("sync-unless.txt", thrown.toString() + "\n");
        assertThat(catchThrowable(() -> shop.syncedInTwo("1"))).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("A sync=true operation is restricted to a single cache");
        assertThat(catchThrowable(() -> shop.syncedAndEvicted("1"))).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("A sync=true operation cannot be combined with other cache operations");
    }

    @Test
    @DisplayName("缓存名写错：列出了名字的 CacheManager 报错")
    void misspelt() {
        Throwable thrown = catchThrowable(() -> shop.misspelt("1"));
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        Recording.check("no-such-cache.txt", thrown.getMessage().replaceFirst("Builder\\[.*", "Builder[…]") + "\n");
    }

    @Test
    @DisplayName("不许存 null 的 Redis 缓存：存 null 时报错")
    void nullForbidden() {
        var connection = new LettuceConnectionFactory();
        RedisCacheManager manager = RedisCacheManager.builder(RedisCacheWriter.nonLockingRedisCacheWriter(connection))
                .cacheDefaults(RedisCacheConfiguration.defaultCacheConfig().disableCachingNullValues()).build();
        manager.afterPropertiesSet();
        RedisCache cache = (RedisCache) manager.getCache("books");
        Throwable thrown = catchThrowable(() -> cache.put("1", null));
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        Recording.check("null-forbidden.txt", thrown.toString() + "\n");
        connection.destroy();
    }

    @Test
    @DisplayName("没有 CacheManager：@EnableCaching 让应用启动不了；@WebMvcTest 也是，把 @EnableCaching 移到单独的 @Configuration 类上就好")
    void noManager() {
        try (var bare = new AnnotationConfigApplicationContext()) {
            bare.register(Bare.class);
            Throwable thrown = catchThrowable(bare::refresh);
            assertThat(thrown).isNotNull();
            Recording.check("no-cache-manager.txt", thrown.toString() + "\n");
        }
        assertThat(started(OnMainSlice.class)).rootCause().isInstanceOf(NoSuchBeanDefinitionException.class)
                .hasMessageContaining("register a CacheManager bean");
        assertThat(started(ApartSlice.class)).isNull();
        try (var whole = new SpringApplicationBuilder(ShopApplication.class).run("--server.port=0",
                "--spring.datasource.url=jdbc:h2:mem:apart")) {
            assertThat(whole.containsBean("org.springframework.cache.config.internalCacheAdvisor")).isTrue();
            assertThat(whole.getBean(CacheManager.class)).isInstanceOf(CaffeineCacheManager.class);
        }
    }

    /** Starts what a test of this class would start. */
    private static Throwable started(Class<?> test) {
        return catchThrowable(() -> new TestContextManager(test).getTestContext().getApplicationContext());
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @EnableCaching
    static class OnMain {
    }

    @WebMvcTest
    @ContextConfiguration(classes = OnMain.class)
    static class OnMainSlice {
    }

    @WebMvcTest
    @ContextConfiguration(classes = ShopApplication.class)
    static class ApartSlice {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Bare {

        @Bean
        Shop shop() {
            return new Shop();
        }
    }

    @Test
    @DisplayName("Boot 建的 CaffeineCacheManager：价格单独注册，三十秒；书仍然照配置，十分钟；单独注册的不照配置里的 recordStats")
    void ttlPerCache() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class))
                .withUserConfiguration(Prices.class)
                .withPropertyValues("spring.cache.type=caffeine", "spring.cache.cache-names=books",
                        "spring.cache.caffeine.spec=maximumSize=1000,expireAfterWrite=10m,recordStats")
                .run(context -> {
                    CacheManager manager = context.getBean(CacheManager.class);
                    assertThat(expires(manager, "prices")).isEqualTo(Duration.ofSeconds(30));
                    assertThat(expires(manager, "books")).isEqualTo(Duration.ofMinutes(10));
                    assertThat(policy(manager, "prices").isRecordingStats()).isFalse();
                    assertThat(policy(manager, "books").isRecordingStats()).isTrue();
                });
    }

    private static Duration expires(CacheManager manager, String name) {
        return policy(manager, name).expireAfterWrite().orElseThrow().getExpiresAfter();
    }

    private static Policy<Object, Object> policy(CacheManager manager, String name) {
        return ((CaffeineCache) manager.getCache(name)).getNativeCache().policy();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Prices {

        // region ttl
        /** Boot 建好 CaffeineCacheManager 之后交给它，价格单独放三十秒。 */
        @Bean
        CacheManagerCustomizer<CaffeineCacheManager> prices() {
            return caches -> caches.registerCustomCache("prices",
                    Caffeine.newBuilder().maximumSize(1000)
                            .expireAfterWrite(Duration.ofSeconds(30)).build());
        }
        // endregion ttl
    }
}
