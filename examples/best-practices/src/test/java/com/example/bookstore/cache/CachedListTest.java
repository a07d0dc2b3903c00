package com.example.bookstore.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A cache in memory hands out the object itself, not a copy. */
class CachedListTest {

    // region bad
    static class Bestsellers {

        @Cacheable("mutable")
        public List<String> mutable() {
            return new ArrayList<>(List.of("三体", "活着"));
        }
        // endregion bad

        // region good
        @Cacheable("immutable")
        public List<String> immutable() {
            return List.copyOf(List.of("三体", "活着"));
        }
        // endregion good
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Bestsellers bestsellers() {
            return new Bestsellers();
        }
    }

    private AnnotationConfigApplicationContext context;
    private Bestsellers bestsellers;

    @BeforeEach
    void start() {
        context = new AnnotationConfigApplicationContext(Application.class);
        bestsellers = context.getBean(Bestsellers.class);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    @DisplayName("缓存可变的 List：一个调用方加了广告，后来的人都看到")
    void everyoneSeesTheChange() {
        bestsellers.mutable().addFirst("（广告）");
        assertThat(bestsellers.mutable()).containsExactly("（广告）", "三体", "活着");
    }

    @Test
    @DisplayName("缓存不可变的 List：改它的那一行当场报错")
    void nobodyCanChangeIt() {
        assertThat(catchThrowable(() -> bestsellers.immutable().addFirst("（广告）")))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(bestsellers.immutable()).containsExactly("三体", "活着");
    }
}
