package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("分页的键")
class ShelfTest {

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        CacheManager cacheManager() {
            return new CaffeineCacheManager();
        }
    }

    private final AtomicInteger queries = new AtomicInteger();
    private AnnotationConfigApplicationContext context;
    private Shelf shelf;

    @BeforeEach
    void start() {
        context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        context.registerBean(Shelf.class, () -> new Shelf(question -> {
            queries.incrementAndGet();
            return List.of(question);
        }));
        context.refresh();
        shelf = context.getBean(Shelf.class);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    @DisplayName("每一个参数不同，得到的都是自己的那一页")
    void everyParameter() {
        assertThat(shelf.search("java", 1, 10, "title")).containsExactly("java|1|10|title");
        assertThat(shelf.search("java", 2, 10, "title")).containsExactly("java|2|10|title");
        assertThat(shelf.search("java", 1, 50, "title")).containsExactly("java|1|50|title");
        assertThat(shelf.search("java", 1, 10, "price")).containsExactly("java|1|10|price");
        assertThat(shelf.search("spring", 1, 10, "title")).containsExactly("spring|1|10|title");
    }

    @Test
    @DisplayName("页码与每页几本相加、相乘也会撞；不分大小写与空格的是关键字，不是排序")
    void arithmetic() {
        assertThat(shelf.search("java", 2, 6, "title")).containsExactly("java|2|6|title");
        assertThat(shelf.search("java", 3, 5, "title")).containsExactly("java|3|5|title");
        assertThat(shelf.search("java", 3, 4, "title")).containsExactly("java|3|4|title");
        assertThat(shelf.search("java", 2, 6, "TITLE")).containsExactly("java|2|6|TITLE");
        assertThat(shelf.search("java", 2, 6, " title")).containsExactly("java|2|6| title");
    }

    @Test
    @DisplayName("拼接会撞：第 1 页搜“0984”与第 10 页搜“984”不是一回事")
    void concatenation() {
        assertThat(shelf.search("0984", 1, 10, "title")).containsExactly("0984|1|10|title");
        assertThat(shelf.search("984", 10, 10, "title")).containsExactly("984|10|10|title");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "|", "-", "_", ":", "/", "#", ";", "\n"})
    @DisplayName("中间加一个符号再拼接也会撞：关键字与排序里也可能有这个符号")
    void separators(String separator) {
        shelf.search("a" + separator + "1", 1, 1, "t");
        shelf.search("a", 1, 1, "1" + separator + "t");
        assertThat(queries).as("两次搜索的参数不同，要各查一次").hasValue(2);
    }

    @Test
    @DisplayName("拼成一串文字就会撞，不论中间是什么：把中间的那一段写进关键字或排序里")
    void joined() {
        shelf.search("kkk", 1, 1, "sss");
        for (Object key : keys()) {
            Matcher text = Pattern.compile("kkk(?<k>.*)sss|sss(?<s>.*)kkk", Pattern.DOTALL).matcher(key.toString());
            if (text.find()) { // a list may hold the one joined text
                boolean keywordFirst = text.group("k") != null;
                String middle = text.group(keywordFirst ? "k" : "s");
                queries.set(0);
                pair(keywordFirst, "a", "b" + middle + "c");
                pair(keywordFirst, "a" + middle + "b", "c");
                assertThat(queries).as("中间是“%s”，两次搜索的参数不同，要各查一次", middle).hasValue(2);
            }
        }
    }

    private void pair(boolean keywordFirst, String first, String second) {
        shelf.search(keywordFirst ? first : second, 1, 1, keywordFirst ? second : first);
    }

    private Set<Object> keys() {
        return Set.copyOf(((CaffeineCache) context.getBean(CacheManager.class).getCache("shelf"))
                .getNativeCache().asMap().keySet());
    }

    @Test
    @DisplayName("拿散列值当键也会撞：参数不同，散列值可以一样")
    void hashes() {
        assertThat(shelf.search("java", 1, 41, "title")).containsExactly("java|1|41|title");
        assertThat(shelf.search("java", 2, 10, "title")).containsExactly("java|2|10|title");
        assertThat(keys()).as("键是一个数").noneMatch(Number.class::isInstance);
        assertThat("az".hashCode()).isEqualTo("b[".hashCode());
        assertThat(shelf.search("az", 1, 10, "title")).containsExactly("az|1|10|title");
        assertThat(shelf.search("b[", 1, 10, "title")).containsExactly("b[|1|10|title");
        assertThat(shelf.search("java", 1, 10, "az")).containsExactly("java|1|10|az");
        assertThat(shelf.search("java", 1, 10, "b[")).containsExactly("java|1|10|b[");
    }

    @Test
    @DisplayName("大小写与前后的空格不另占一条，中间的空格不一样就是另一个关键字")
    void normalized() {
        shelf.search("Java", 1, 10, "title");
        shelf.search(" java ", 1, 10, "title");
        shelf.search("JAVA", 1, 10, "title");
        shelf.search("\u3000java\u3000", 1, 10, "title"); // 中文输入法的空格
        assertThat(queries).hasValue(1);
        // 中间的空格不能去掉：这是两个关键字
        assertThat(shelf.search("java 8", 1, 10, "title")).containsExactly("java 8|1|10|title");
        assertThat(shelf.search("java8", 1, 10, "title")).containsExactly("java8|1|10|title");
        assertThat(shelf.search("java  8", 1, 10, "title")).containsExactly("java  8|1|10|title");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 50})
    @DisplayName("第 10 页还缓存，第 11 页起不缓存，不论每页几本")
    void deepPages(int size) {
        for (int page : new int[] {1, 2, 10}) {
            queries.set(0);
            shelf.search("java", page, size, "title");
            shelf.search("java", page, size, "title");
            assertThat(queries).as("第 %d 页", page).hasValue(1);
        }
        for (int page : new int[] {11, 12, 100}) {
            queries.set(0);
            shelf.search("java", page, size, "title");
            shelf.search("java", page, size, "title");
            assertThat(queries).as("第 %d 页", page).hasValue(2);
        }
    }
}
