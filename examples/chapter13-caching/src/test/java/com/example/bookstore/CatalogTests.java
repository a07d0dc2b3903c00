package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;

import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** The main line: Caffeine in front of the books. */
@SpringBootTest
@AutoConfigureMockMvc
class CatalogTests {

    static final String SANTI = "9787536692930";

    @Autowired
    private Catalog catalog;
    @Autowired
    private Books books;
    @Autowired
    private QueryCounter queries;
    @Autowired
    private CacheManager caches;
    @Autowired
    private MockMvcTester http;
    @Autowired
    private JdbcClient jdbc;

    @BeforeEach
    void reset() {
        books.changePrice(SANTI, new BigDecimal("23.00"));
        catalog.forgetAll();
    }

    @Test
    @DisplayName("读同一本书 100 次：不用缓存查 100 次数据库，用了查 1 次")
    void firstCount() {
        long with = 0;
        long without = 0;
        try (ConfigurableApplicationContext none = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.cache.type=none", "--server.port=0")) {
            without = queriesOf(none.getBean(QueryCounter.class), none.getBean(Catalog.class));
        }
        with = queriesOf(queries, catalog);
        assertThat(without).isEqualTo(100);
        assertThat(with).isOne();
        Recording.check("first-count.txt", new Table("", "调用 find()", "数据库收到的查询")
                .row("没有缓存", 100, without)
                .row("有 @Cacheable", 100, with).toString());
    }

    private static long queriesOf(QueryCounter queries, Catalog catalog) {
        long before = queries.count();
        for (int i = 0; i < 100; i++) {
            catalog.find(SANTI);
        }
        return queries.count() - before;
    }

    // region test
    @Test
    @DisplayName("第二次不查数据库")
    void secondLookupAsksNoDatabase() {
        long before = queries.count();
        catalog.find(SANTI);
        catalog.find(SANTI);
        assertThat(queries.count() - before).isEqualTo(1);
    }
    // endregion test

    @Test
    @DisplayName("HTTP：两次得到同一本书，/queries 只多了 1")
    void overHttp() {
        long before = queries.count();
        for (int i = 0; i < 2; i++) {
            assertThat(http.get().uri("/books/" + SANTI)).hasStatusOk()
                    .bodyJson().extractingPath("$.title").isEqualTo("三体");
        }
        assertThat(http.get().uri("/queries")).bodyText().isEqualTo(String.valueOf(before + 1));
        assertThat(http.get().uri("/books/0")).hasStatus(404);
        assertThat(http.put().uri("/books/0/price?price=1")).hasStatus(404);
    }

    @Test
    @DisplayName("绕过缓存改了数据库：旧价一直在，直到删除或过期")
    void staleUntilEvicted() {
        catalog.find(SANTI);
        books.changePrice(SANTI, new BigDecimal("30.00"));
        String stale = "" + catalog.find(SANTI).price();
        catalog.forget(SANTI);
        String fresh = "" + catalog.find(SANTI).price();
        assertThat(stale).isEqualTo("23.00");
        assertThat(fresh).isEqualTo("30.00");
        Recording.check("stale.txt", new Table("", "find() 返回的价格")
                .row("直接改数据库为 30.00", stale)
                .row("forget() 之后", fresh).toString());
    }

    @Test
    @DisplayName("@CachePut：改价的方法每次都执行，新价写进缓存，再读不查数据库")
    void put() {
        catalog.find(SANTI);
        assertThat(http.put().uri("/books/" + SANTI + "/price?price=30.00")).hasStatusOk();
        long before = queries.count();
        assertThat(catalog.find(SANTI).price()).isEqualByComparingTo("30.00");
        assertThat(queries.count()).isEqualTo(before);
        catalog.changePrice(SANTI, new BigDecimal("31.00"));
        catalog.changePrice(SANTI, new BigDecimal("32.00"));
        assertThat(queries.count()).as("两次 update，两次 select").isEqualTo(before + 4);
    }

    @Test
    @DisplayName("@CacheEvict：删一条只影响一条，allEntries 全删")
    void evict() {
        catalog.find(SANTI);
        catalog.find("9787506365437");
        catalog.forget(SANTI);
        assertThat(size()).isOne();
        catalog.forgetAll();
        assertThat(size()).isZero();
    }

    private long size() {
        var cache = ((CaffeineCache) caches.getCache("books")).getNativeCache();
        cache.cleanUp();
        return cache.estimatedSize();
    }

    @Test
    @DisplayName("maximumSize=1000：放 5000 个键，留下 1000 个")
    void bounded() {
        for (int i = 0; i < 5000; i++) {
            catalog.find("no-" + i);
        }
        assertThat(size()).isEqualTo(1000);
    }

    @Test
    @DisplayName("记住了“没有”，再上架：仍然没有，删了缓存才看得到")
    void nullHidesNewBook() {
        assertThat(catalog.find("9787544291170")).isNull();
        jdbc.sql("insert into book values ('9787544291170', '百年孤独', 39.50)").update();
        try {
            assertThat(catalog.find("9787544291170")).isNull();
            catalog.forget("9787544291170");
            assertThat(catalog.find("9787544291170").title()).isEqualTo("百年孤独");
        }
        finally {
            jdbc.sql("delete from book where isbn = '9787544291170'").update();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.005", "100000000", "1e20", "1e2147483647", "abc", ""})
    @DisplayName("价格是负数、小数多于两位、太大、不是数：400，缓存与数据库都不变")
    void badPrice(String price) {
        assertThat(http.put().uri("/books/" + SANTI + "/price?price=" + price)).hasStatus(400);
        assertThat(catalog.find(SANTI).price()).isEqualByComparingTo("23.00");
    }

    @Test
    @DisplayName("最大的页号：没有书，不是错误")
    void largestPage() {
        assertThat(books.page(Integer.MAX_VALUE, Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    @DisplayName("ISBN 末尾多一个空格：没有这本书，不会成为另一个键，一直留着旧价")
    void trailingSpace() {
        assertThat(http.get().uri("/books/{isbn}", SANTI + " ")).hasStatus(404);
        assertThat(catalog.find(SANTI + " ")).isNull();
    }

    @Test
    @DisplayName("没有的书：null 也进缓存，第二次不查")
    void nullIsCached() {
        long before = queries.count();
        assertThat(catalog.find("0")).isNull();
        assertThat(catalog.find("0")).isNull();
        assertThat(queries.count() - before).isOne();
    }
}
