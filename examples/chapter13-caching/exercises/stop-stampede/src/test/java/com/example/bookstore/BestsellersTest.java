package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("止住击穿")
class BestsellersTest {

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        CacheManager cacheManager() {
            return new CaffeineCacheManager();
        }
    }

    private static AnnotationConfigApplicationContext start(Function<String, String> database) {
        var context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        context.registerBean(Bestsellers.class, () -> new Bestsellers(database));
        context.refresh();
        return context;
    }

    private static int queries(String answer) throws Exception {
        AtomicInteger queries = new AtomicInteger();
        CountDownLatch crowd = new CountDownLatch(100);
        try (var context = start(category -> {
            queries.incrementAndGet();
            crowd.countDown();
            try {
                // A slow query: it ends early only when all 100 have asked.
                crowd.await(1, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return answer;
        }); var threads = Executors.newFixedThreadPool(100)) {
            Bestsellers shop = context.getBean(Bestsellers.class);
            CyclicBarrier together = new CyclicBarrier(100);
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                results.add(threads.submit(() -> {
                    together.await();
                    return shop.find("科幻");
                }));
            }
            for (Future<String> result : results) {
                assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(answer);
            }
            // 后来的人从缓存里拿，不再查
            assertThat(shop.find("科幻")).isEqualTo(answer);
        }
        return queries.get();
    }

    @Test
    @DisplayName("100 个人同时要同一类，数据库收到 1 次查询")
    void oneQuery() throws Exception {
        assertThat(queries("三体")).isOne();
    }

    @Test
    @DisplayName("没有的类也一样：100 个人，1 次查询")
    void oneQueryForNothing() throws Exception {
        assertThat(queries(null)).isOne();
    }

    @Test
    @DisplayName("不同的类各查各的")
    void categories() {
        try (var context = start(category -> category + "榜")) {
            Bestsellers shop = context.getBean(Bestsellers.class);
            assertThat(shop.find("科幻")).isEqualTo("科幻榜");
            assertThat(shop.find("小说")).isEqualTo("小说榜");
        }
    }

    @Test
    @DisplayName("不同的类同时来，也各是各的榜；名字的散列值相同也一样")
    void categoriesTogether() throws Exception {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        CountDownLatch asked = new CountDownLatch(1);
        AtomicInteger queries = new AtomicInteger();
        try (var context = start(category -> {
            queries.incrementAndGet();
            asked.countDown();
            try {
                // While the first category is being asked for, the second one comes.
                Thread.sleep(500);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return category + "榜";
        }); var threads = Executors.newFixedThreadPool(2)) {
            Bestsellers shop = context.getBean(Bestsellers.class);
            Future<String> first = threads.submit(() -> shop.find("Aa"));
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            Future<String> second = threads.submit(() -> shop.find("BB"));
            assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("Aa榜");
            assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("BB榜");
            assertThat(List.of(shop.find("Aa"), shop.find("BB"))).containsExactly("Aa榜", "BB榜");
        }
        assertThat(queries).hasValue(2);
    }

    @Test
    @DisplayName("缓存清空之后再查一次：榜单存在 Spring 的缓存里，不在自己的字段里")
    void clearedCache() {
        AtomicInteger queries = new AtomicInteger();
        try (var context = start(category -> "第 " + queries.incrementAndGet() + " 次查到的")) {
            Bestsellers shop = context.getBean(Bestsellers.class);
            assertThat(shop.find("科幻")).isEqualTo("第 1 次查到的");
            CacheManager caches = context.getBean(CacheManager.class);
            caches.getCacheNames().forEach(name -> caches.getCache(name).clear());
            assertThat(shop.find("科幻")).isEqualTo("第 2 次查到的");
        }
    }

    @Test
    @DisplayName("查询出错不进缓存，下一次再查")
    void failure() {
        AtomicInteger queries = new AtomicInteger();
        try (var context = start(category -> {
            if (queries.incrementAndGet() == 1) {
                throw new IllegalStateException("数据库停了");
            }
            return "三体";
        })) {
            Bestsellers shop = context.getBean(Bestsellers.class);
            assertThat(catchThrowable(() -> shop.find("科幻"))).hasMessage("数据库停了");
            assertThat(shop.find("科幻")).isEqualTo("三体");
        }
    }
}
