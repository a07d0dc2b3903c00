package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;
import io.micrometer.core.instrument.MeterRegistry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** What Micrometer says of a cache, and what its hit rate does not say. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:metrics")
@AutoConfigureMockMvc
@ActiveProfiles("metrics")
@ExtendWith(OutputCaptureExtension.class)
class MetricsTests {

    @Autowired
    private Catalog catalog;
    @Autowired
    private QueryCounter queries;
    @Autowired
    private MeterRegistry meters;
    @Autowired
    private MockMvcTester http;

    @BeforeEach
    void reset() {
        catalog.forgetAll();
    }

    private static double gets(MeterRegistry meters, String result) {
        return meters.get("cache.gets").tags("name", "books", "result", result).functionCounter().count();
    }

    @Test
    @DisplayName("/actuator/metrics/cache.gets：读 10 次，命中 9，未命中 1")
    void endpoint() {
        double hits = gets(meters, "hit");
        double misses = gets(meters, "miss");
        for (int i = 0; i < 10; i++) {
            catalog.find(CatalogTests.SANTI);
        }
        assertThat(gets(meters, "hit") - hits).isEqualTo(9);
        assertThat(gets(meters, "miss") - misses).isEqualTo(1);
        assertThat(http.get().uri("/actuator/metrics/cache.gets?tag=name:books&tag=result:hit")).hasStatusOk()
                .bodyJson().extractingPath("$.measurements[0].value").asNumber().satisfies(value ->
                        assertThat(value.doubleValue()).isGreaterThanOrEqualTo(9));
    }

    private static String counted(String... arguments) {
        return counted(new SpringApplicationBuilder(BookstoreApplication.class), arguments);
    }

    private static String counted(SpringApplicationBuilder application, String... arguments) {
        try (ConfigurableApplicationContext context = application.properties("server.port=0").run(arguments)) {
            for (int i = 0; i < 10; i++) {
                context.getBean(Catalog.class).find(CatalogTests.SANTI);
            }
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Cache late = context.getBean(CacheManager.class).getCache("late"); // Redis makes what it does not know
            if (late != null) {
                late.put("1", "一");
                assertThat(late.get("1", String.class)).isEqualTo("一");
                assertThat(meters.find("cache.gets").tag("name", "late").meter()).isNull();
            }
            return meters.find("cache.gets").tag("name", "books").meter() == null ? "没有这个指标"
                    : "命中 %.0f，未命中 %.0f".formatted(gets(meters, "hit"), gets(meters, "miss"));
        }
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("没有打开统计：Caffeine 没有这个指标，只有一行警告；Redis 有，却是 0；自己包了一层的，要告诉 Boot 怎么数，等提交的那一层不用；启动之后才出现的缓存没有")
    void withoutStatistics(CapturedOutput output) {
        try (OwnRedis redis = new OwnRedis()) {
            String[] place = {"--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port,
                    "--spring.datasource.url=jdbc:h2:mem:nostats", "--spring.profiles.active=redis"};
            String caffeine = counted("--spring.datasource.url=jdbc:h2:mem:nostats");
            assertThat(output.getOut()).contains("The cache 'books' is not recording statistics");
            String off = counted(place);
            redis.commands.flushall();
            place[3] += ",metrics";
            String on = counted(place);
            redis.commands.flushall();
            place[3] += ",json,two-level";
            counted(place); // Redis holds the book now, so that no change is told while the next one counts
            String twoLevel = counted(place);
            String traced = counted(new SpringApplicationBuilder(BookstoreApplication.class,
                    CacheTraceTests.Tracing.class), "--spring.datasource.url=jdbc:h2:mem:nostats",
                    "--spring.profiles.active=metrics");
            String aware = counted(new SpringApplicationBuilder(BookstoreApplication.class, AfterCommit.class),
                    "--spring.datasource.url=jdbc:h2:mem:nostats", "--spring.profiles.active=metrics");
            assertThat(aware).isEqualTo("命中 9，未命中 1");
            assertThat(caffeine).isEqualTo("没有这个指标");
            assertThat(off).isEqualTo("命中 0，未命中 0");
            assertThat(on).isEqualTo("命中 9，未命中 1");
            assertThat(traced).isEqualTo("没有这个指标");
            assertThat(twoLevel).isEqualTo("命中 9，未命中 1");
            Recording.check("metrics.txt", new Table("读同一本书 10 次", "cache.gets")
                    .row("Caffeine，没有 recordStats", caffeine)
                    .row("Caffeine，有 recordStats", "命中 9，未命中 1")
                    .row("Redis，没有 enable-statistics", off)
                    .row("Redis，enable-statistics: true", on)
                    .row("Caffeine，有 recordStats，外面包着 CacheTrace", traced)
                    .row("两级（Redis 里已经有），写了 CacheMeterBinderProvider", twoLevel).toString());
        }
    }

    /** No {@code @Configuration}: the test itself would take it for its application. */
    static class AfterCommit {

        @Bean
        static BeanPostProcessor aware() {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof CacheManager caches ? new TransactionAwareCacheManagerProxy(caches) : bean;
                }
            };
        }
    }

    private void load(Table table, String what, int popular, int times, int others) {
        catalog.forgetAll();
        double hits = gets(meters, "hit");
        double misses = gets(meters, "miss");
        long before = queries.count();
        for (int round = 0; round < times; round++) {
            for (int book = 0; book < popular; book++) {
                catalog.find("popular-" + book);
            }
        }
        for (int book = 0; book < others; book++) {
            catalog.find("once-" + book);
        }
        hits = gets(meters, "hit") - hits;
        misses = gets(meters, "miss") - misses;
        assertThat(queries.count() - before).isEqualTo((long) misses);
        table.row(what, "%.0f%%".formatted(100 * hits / (hits + misses)), "%.0f".formatted(misses));
    }

    @Test
    @DisplayName("三种负载的命中率都是 90%：查询差十倍，有一种除了一本热门的，别的一次也没有命中")
    void hitRateHides() {
        Table table = new Table("负载", "命中率", "数据库收到的查询");
        load(table, "平时：100 本书，每本 10 次", 100, 10, 0);
        load(table, "促销：1000 本书，每本 10 次", 1000, 10, 0);
        load(table, "爬虫：一本热门 8991 次，另外 998 本各一次", 1, 8991, 998);
        Recording.check("hit-rate.txt", table.toString());
        assertThat(table.toString().lines().skip(1)).allMatch(line -> line.contains("90%"));
        assertThat(table.toString()).contains("  100\n", "  1000\n", "  999\n");
    }
}
