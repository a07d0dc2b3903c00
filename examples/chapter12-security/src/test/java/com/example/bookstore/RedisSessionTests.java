package com.example.bookstore;

import java.util.Set;
import java.util.UUID;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.probe.Browser;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

@RequiresService(Service.REDIS)
@DisplayName("会话放在 Redis")
class RedisSessionTests {

    private final String namespace = "book:ch12:" + UUID.randomUUID();
    private ServletWebServerApplicationContext last;

    @AfterEach
    void clean() {
        if (last != null) {
            StringRedisTemplate redis = last.getBean(StringRedisTemplate.class);
            Set<String> keys = redis.keys(namespace + ":*");
            redis.delete(keys);
            last.close();
        }
    }

    @Test
    @DisplayName("两个实例：一个上登录，另一个也认；重启之后还认；从 Redis 删掉，就要重新登录")
    void shared() {
        StringBuilder steps = new StringBuilder();
        ServletWebServerApplicationContext one = run(true);
        Browser browser = new Browser(url(one));
        step(steps, "在实例一登录", browser.login("bob", "pw"));
        step(steps, "实例一，看订单", browser.get("/orders/2"));
        one.close();
        last = run(true);
        step(steps, "实例一关了，去实例二", browser.get(url(last) + "/orders/2"));
        StringRedisTemplate redis = last.getBean(StringRedisTemplate.class);
        Set<String> keys = redis.keys(namespace + ":sessions:*");
        assertThat(keys).isNotEmpty().allMatch(key -> redis.getExpire(key) > 0);
        redis.delete(keys);
        step(steps, "从 Redis 删掉会话", browser.get(url(last) + "/orders/2"));
        assertThat(steps.toString().lines().map(line -> line.substring(0, 3)))
                .containsExactly("302", "200", "200", "302");
        Recording.check("redis-session.txt", steps.toString());
    }

    @Test
    @DisplayName("会话放在内存里：另一个实例不认")
    void inMemory() {
        try (ServletWebServerApplicationContext one = run(false); ServletWebServerApplicationContext two = run(false)) {
            Browser browser = new Browser(url(one));
            browser.login("bob", "pw");
            assertThat(browser.get("/orders/2").status()).isEqualTo(200);
            assertThat(browser.get(url(two) + "/orders/2").status()).isEqualTo(302);
        }
    }

    private static void step(StringBuilder steps, String what, Browser.Page page) {
        steps.append("%d  %s%s%n".formatted(page.status(), what, page.location().isEmpty() ? ""
                : " → " + page.location().replaceAll("http://localhost:\\d+", "")));
    }

    private static String url(ServletWebServerApplicationContext app) {
        return "http://localhost:" + app.getWebServer().getPort();
    }

    private ServletWebServerApplicationContext run(boolean redis) {
        SpringApplicationBuilder app = new SpringApplicationBuilder(BookstoreApplication.class);
        String[] common = {"--server.port=0", "--spring.datasource.generate-unique-name=true",
                "--spring.data.redis.host=" + Service.REDIS.host(), "--spring.data.redis.port=" + Service.REDIS.port(),
                "--spring.session.data.redis.namespace=" + namespace, "--logging.level.root=warn"};
        if (redis) {
            common = java.util.Arrays.copyOf(common, common.length + 1);
            common[common.length - 1] = "--spring.autoconfigure.exclude=";
        }
        return (ServletWebServerApplicationContext) app.run(common);
    }
}
