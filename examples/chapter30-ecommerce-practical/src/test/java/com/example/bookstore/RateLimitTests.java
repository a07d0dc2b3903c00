package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.platform.BookstoreProperties;
import com.example.bookstore.web.RateLimit;
import com.example.chaos.TcpProxy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Gives Redis 300 ms to answer, so nothing else runs meanwhile. */
@DisplayName("限流用的 Redis 断了")
@RequiresService(Service.REDIS)
@Isolated
class RateLimitTests {

    @Test
    @DisplayName("Redis 断了照样下单，记一条日志，Redis 回来了接着数")
    void failsOpen() {
        try (TcpProxy proxy = new TcpProxy(Service.REDIS.host(), Service.REDIS.port());
                GenericApplicationContext context = new GenericApplicationContext()) {
            LettuceConnectionFactory connections = new LettuceConnectionFactory(
                    new RedisStandaloneConfiguration("127.0.0.1", proxy.port()),
                    LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(300)).build());
            context.registerBean(LettuceConnectionFactory.class, () -> connections);
            context.registerBean(StringRedisTemplate.class, () -> new StringRedisTemplate(connections));
            String prefix = "ch30:" + java.util.UUID.randomUUID() + ":";
            context.registerBean(BookstoreProperties.class, () -> new BookstoreProperties(URI.create("http://x"),
                    Duration.ofMinutes(15), 2, new BookstoreProperties.Provider(URI.create("http://x"), "x"), "ch30.",
                    prefix, List.of()));
            RootBeanDefinition definition = new RootBeanDefinition(RateLimit.class);
            definition.setAutowireMode(AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR);
            context.registerBeanDefinition("limit", definition);
            context.refresh();
            RateLimit limit = context.getBean(RateLimit.class);
            assertThat(List.of(limit.allows("li"), limit.allows("li"), limit.allows("li"))).containsExactly(true, true, false);
            proxy.cut(1000);
            assertThat(Logged.by("web.RateLimit", () -> assertThat(limit.allows("li")).isTrue()))
                    .singleElement().asString().startsWith("WARN Redis 不答复，这一次不限流：");
            proxy.cut(0);
            Place.await(() -> !limit.allows("li"));
            assertThat(limit.allows("wang")).isTrue();
            context.getBean(StringRedisTemplate.class).delete(List.of(prefix + "limit:li", prefix + "limit:wang"));
        }
    }
}
