package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import com.example.book.Table;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Redis is down, or accepts connections and never answers. */
@ExtendWith(OutputCaptureExtension.class)
class OutageTests {

    private static ConfigurableApplicationContext start(int port, boolean tolerant, Class<?>... more) {
        return new SpringApplicationBuilder(BookstoreApplication.class).sources(more)
                .run("--spring.profiles.active=redis", "--server.port=0",
                        "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + port,
                        "--spring.data.redis.timeout=200ms", "--spring.data.redis.connect-timeout=200ms",
                        "--bookstore.cache.tolerant=" + tolerant);
    }

    @Test
    @DisplayName("Redis 停了：没有错误处理器，数据库好好的，用户得到异常")
    void siteDown() {
        try (ConfigurableApplicationContext context = start(RunningProgram.freePort(), false)) {
            Throwable thrown = catchThrowable(() -> context.getBean(Catalog.class).find(CatalogTests.SANTI));
            assertThat(thrown).isInstanceOf(RedisConnectionFailureException.class);
            assertThat(context.getBean(QueryCounter.class).count()).isZero();
            Throwable last = thrown;
            while (last.getCause() != null) {
                last = last.getCause();
            }
            Recording.check("redis-down.txt", thrown + "\nCaused by: " + last + "\n");
        }
    }

    @Test
    @DisplayName("Redis 停了：有错误处理器，用户拿到书，每次都查数据库；不能序列化、不许存 null 也只是一条警告，读不出来的旧值当作没有命中")
    @RequiresProgram("redis-server")
    void siteUp(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(RunningProgram.freePort(), true)) {
            Catalog catalog = context.getBean(Catalog.class);
            for (int i = 0; i < 10; i++) {
                assertThat(catalog.find(CatalogTests.SANTI).title()).isEqualTo("三体");
            }
            long queries = context.getBean(QueryCounter.class).count();
            assertThat(queries).isEqualTo(10);
            Recording.check("redis-tolerant.txt", new Table("Redis 停着，读同一本书 10 次", "成功", "数据库收到的查询")
                    .row("没有错误处理器", 0, 0)
                    .row("LoggingCacheErrorHandler", 10, queries).toString());
            List<String> entries = warnings(output.getOut());
            assertThat(entries).hasSize(20);
            assertThat(Set.copyOf(entries)).hasSize(2);
            Recording.check("redis-warn.txt", entries.get(0) + "\n" + entries.get(1) + "\n");
        }
        mistakesAreOnlyLogged(output);
    }

    /** What the error handler wrote: of each entry its line, the exception and the innermost cause. */
    private static List<String> warnings(String log) {
        List<String> entries = new ArrayList<>();
        for (String entry : log.split("(?m)^(?=\\d{4}-\\d\\d-\\d\\dT)")) {
            if (entry.contains("LoggingCacheErrorHandler")) {
                List<String> lines = entry.lines().filter(line -> !line.startsWith("\t") && !line.isBlank()).toList();
                entries.add(lines.get(0).substring(lines.get(0).indexOf("Cache '")) + "\n" + lines.get(1) + "\n" + lines.getLast());
            }
        }
        return entries;
    }

    @Test
    @DisplayName("Redis 停着，方法自己也抛异常：没有 sync 的，用户得到方法的异常；有 sync 的，得到 Redis 的异常，方法的异常里里外外、日志里都没有")
    void syncedFailure(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(RunningProgram.freePort(), true, Categories.class)) {
            Categories categories = context.getBean(Categories.class);
            assertThat(catchThrowable(() -> categories.plain("诗"))).isInstanceOf(IllegalStateException.class)
                    .hasMessage("没有这一类");
            Throwable thrown = catchThrowable(() -> categories.synced("诗"));
            assertThat(thrown).isInstanceOf(RedisConnectionFailureException.class);
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain("没有这一类");
            assertThat(output.getOut()).contains("Cache 'categories' failed to get").doesNotContain("没有这一类");
            assertThat(categories.calls()).isEqualTo(2);
        }
    }

    static class Categories {

        private int calls;

        @Cacheable("categories")
        public String plain(String name) {
            return synced(name);
        }

        @Cacheable(cacheNames = "categories", sync = true)
        public String synced(String name) {
            calls++;
            throw new IllegalStateException("没有这一类");
        }

        public int calls() {
            return calls;
        }
    }

    @Test
    @DisplayName("Redis 停了：/actuator/health 是 503；/actuator/health/readiness 默认不问 Redis，是 200")
    void health() throws Exception {
        try (ConfigurableApplicationContext context = start(RunningProgram.freePort(), true);
                HttpClient client = HttpClient.newHttpClient()) {
            String health = "http://localhost:" + context.getEnvironment().getProperty("local.server.port")
                    + "/actuator/health";
            assertThat(client.send(HttpRequest.newBuilder(URI.create(health)).build(),
                    BodyHandlers.ofString()).statusCode()).isEqualTo(503);
            assertThat(client.send(HttpRequest.newBuilder(URI.create(health + "/readiness")).build(),
                    BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("Redis 接受连接，却不响应：200 毫秒后超时")
    void slow() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext context = start(silent.getLocalPort(), false)) {
            long start = System.nanoTime();
            Throwable thrown = catchThrowable(() -> context.getBean(Catalog.class).find(CatalogTests.SANTI));
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertThat(thrown).isInstanceOfAny(QueryTimeoutException.class, RedisConnectionFailureException.class);
            assertThat(millis).isBetween(150L, 20_000L);
            Throwable last = thrown;
            while (last.getCause() != null) {
                last = last.getCause();
            }
            Recording.check("redis-slow.txt", thrown + "\nCaused by: " + last + "\n");
        }
    }

    @Test
    @DisplayName("Redis 接受连接，却不响应，有错误处理器：拿得到书，等了两次超时，查一次、放回一次；十个人同时来，从没连上过的，最慢的等了二十次，连上过的同时等")
    @RequiresProgram("redis-server")
    void slowTolerant() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext context = start(silent.getLocalPort(), true)) {
            Catalog catalog = context.getBean(Catalog.class);
            long start = System.nanoTime();
            assertThat(catalog.find(CatalogTests.SANTI).title()).isEqualTo("三体");
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertThat(millis).isBetween(390L, 20_000L);
        }
        slowTogether();
    }

    /** Ten customers at the same time; what the last of them waited for, in milliseconds. */
    static long slowestOfTen(Catalog catalog) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
            long start = System.nanoTime();
            for (Future<Book> book : threads.invokeAll(
                    Collections.<Callable<Book>>nCopies(10, () -> catalog.find(CatalogTests.SANTI)))) {
                assertThat(book.get().title()).isEqualTo("三体");
            }
            return (System.nanoTime() - start) / 1_000_000;
        }
    }

    /** Never connected: one connection after the other is tried. Connected before: all wait at the same time. */
    private static void slowTogether() throws Exception {
        long never;
        try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext context = start(silent.getLocalPort(), true)) {
            never = slowestOfTen(context.getBean(Catalog.class));
        }
        assertThat(never).isGreaterThan(19 * 200);
        try (OwnRedis redis = new OwnRedis();
                ConfigurableApplicationContext context = start(redis.port, true)) {
            Catalog catalog = context.getBean(Catalog.class);
            catalog.find("0"); // connects
            whileStopped(redis, () -> assertThat(slowestOfTen(catalog)).isBetween(390L, never / 2));
        }
    }

    interface Check {

        void run() throws Exception;
    }

    /** Redis is there and connected, but answers nothing. */
    static void whileStopped(OwnRedis redis, Check check) throws Exception {
        ProcessHandle process = ProcessHandle.of(redis.commands.info("server").lines()
                .filter(line -> line.startsWith("process_id:"))
                .mapToLong(line -> Long.parseLong(line.substring("process_id:".length()).strip()))
                .findFirst().orElseThrow()).orElseThrow();
        signal("STOP", process);
        try {
            check.run();
        }
        finally {
            signal("CONT", process);
        }
    }

    private static void signal(String name, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor()).isZero();
    }

    static class Drafts {

        private int asked;

        /** Not Serializable. */
        record Draft(String title) {
        }

        @Cacheable("drafts")
        public Draft find(String title) {
            asked++;
            return new Draft(title);
        }

        public int asked() {
            return asked;
        }
    }

    /** What cannot be stored or read is a warning, and no exception for the customer. */
    private static void mistakesAreOnlyLogged(CapturedOutput output) {
        try (OwnRedis redis = new OwnRedis();
                ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class,
                        Drafts.class).run("--spring.profiles.active=redis", "--server.port=0",
                                "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port,
                                "--spring.data.redis.database=0", "--spring.cache.redis.cache-null-values=false")) {
            Drafts drafts = context.getBean(Drafts.class);
            Catalog catalog = context.getBean(Catalog.class);
            QueryCounter queries = context.getBean(QueryCounter.class);
            for (int i = 0; i < 3; i++) {
                assertThat(drafts.find("三体").title()).isEqualTo("三体");
                assertThat(catalog.find("0")).isNull();
            }
            assertThat(drafts.asked()).isEqualTo(3);
            assertThat(queries.count()).isEqualTo(3);
            assertThat(output.getOut()).contains("Cache 'drafts' failed to put", "Draft without a serializer",
                    "Cache 'books' failed to put", "does not allow 'null' values");

            redis.commands.set("bookstore:books::" + CatalogTests.SANTI, "昨天的字节");
            int before = output.getOut().length();
            assertThat(catalog.find(CatalogTests.SANTI).title()).isEqualTo("三体");
            assertThat(output.getOut().substring(before)).contains("Cache 'books' failed to get", "Cannot deserialize");
            assertThat(catalog.find(CatalogTests.SANTI).title()).isEqualTo("三体");
            assertThat(queries.count()).isEqualTo(4);
        }
    }

    @Test
    @DisplayName("读不出来的旧值，sync 的方法不放回去：读两次，查两次；旧值过期之后才放得进去")
    @RequiresProgram("redis-server")
    void unreadableSynced(CapturedOutput output) {
        try (OwnRedis redis = new OwnRedis();
                ConfigurableApplicationContext context = start(redis.port, true, Titles.class)) {
            redis.commands.select(13);
            String key = "bookstore:titles::1";
            redis.commands.set(key, "昨天的字节");
            Titles titles = context.getBean(Titles.class);
            for (int i = 1; i <= 2; i++) {
                assertThat(titles.title("1")).isEqualTo("三体");
                assertThat(titles.calls()).isEqualTo(i);
                assertThat(redis.commands.get(key)).isEqualTo("昨天的字节");
            }
            assertThat(output.getOut()).contains("Cache 'titles' failed to get", "Cannot deserialize");

            redis.commands.pexpire(key, 1);
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> redis.commands.exists(key) == 0);
            for (int i = 0; i < 2; i++) {
                assertThat(titles.title("1")).isEqualTo("三体");
            }
            assertThat(titles.calls()).isEqualTo(3);
        }
    }

    static class Titles {

        private int calls;

        @Cacheable(cacheNames = "titles", sync = true)
        public String title(String isbn) {
            calls++;
            return "三体";
        }

        public int calls() {
            return calls;
        }
    }

    @Test
    @DisplayName("Redis 停了：默认的 writer 写、删都不报错；immediateWrites 才报")
    void lostWrites() {
        var connection = new LettuceConnectionFactory("127.0.0.1", RunningProgram.freePort());
        connection.afterPropertiesSet();
        connection.start();
        try {
            RedisCacheWriter silent = RedisCacheWriter.create(connection, writer -> { });
            RedisCacheWriter immediate = RedisCacheWriter.create(connection,
                    writer -> writer.immediateWrites());
            byte[] bytes = {1};
            Table table = new Table("Redis 停着", "默认", "immediateWrites");
            table.row("put", outcome(() -> silent.put("books", bytes, bytes, Duration.ZERO)),
                    outcome(() -> immediate.put("books", bytes, bytes, Duration.ZERO)));
            table.row("evict", outcome(() -> silent.evict("books", bytes)),
                    outcome(() -> immediate.evict("books", bytes)));
            table.row("clear", outcome(() -> silent.clear("books", bytes)),
                    outcome(() -> immediate.clear("books", bytes)));
            assertThat(outcome(() -> silent.evict("books", bytes))).isEqualTo("没有异常");
            assertThat(outcome(() -> immediate.evict("books", bytes)))
                    .isEqualTo("RedisConnectionFailureException");
            Recording.check("lost-writes.txt", table.toString());
        }
        finally {
            connection.destroy();
        }
    }

    @Test
    @DisplayName("Redis 停着，等提交之后再删：删除是在事务里注册的，提交之后才失败，错误处理器管不到，用户得到异常；删写在事务外面一层，管得到")
    void afterCommit() {
        try (ConfigurableApplicationContext context = start(RunningProgram.freePort(), true, AfterCommit.class)) {
            Books books = context.getBean(Books.class);
            Desk desk = context.getBean(Desk.class);
            String inside = outcome(() -> desk.inside(CatalogTests.SANTI, new BigDecimal("30.00")));
            assertThat(inside).isEqualTo("RedisConnectionFailureException");
            assertThat(books.find(CatalogTests.SANTI).price()).isEqualByComparingTo("30.00");
            String outside = outcome(() -> desk.outside(CatalogTests.SANTI, new BigDecimal("31.00")));
            assertThat(outside).isEqualTo("没有异常");
            assertThat(books.find(CatalogTests.SANTI).price()).isEqualByComparingTo("31.00");
            books.changePrice(CatalogTests.SANTI, new BigDecimal("23.00")); // other contexts use the same database
            Recording.check("after-commit-outage.txt", new Table("Redis 停着，改价", "用户得到", "数据库里")
                    .row("事务里删，transactionAware()", inside, "新价")
                    .row("删写在事务外面一层", outside, "新价").toString());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AfterCommit {

        @Bean
        RedisCacheManagerBuilderCustomizer aware() {
            return builder -> builder.transactionAware();
        }

        @Bean
        Desk desk(Catalog catalog, Books books, PlatformTransactionManager transactions) {
            return new Desk(catalog, books, new TransactionTemplate(transactions));
        }
    }

    static class Desk {

        private final Catalog catalog;
        private final Books books;
        private final TransactionTemplate transaction;

        Desk(Catalog catalog, Books books, TransactionTemplate transaction) {
            this.catalog = catalog;
            this.books = books;
            this.transaction = transaction;
        }

        public void inside(String isbn, BigDecimal price) {
            transaction.executeWithoutResult(status -> {
                books.changePrice(isbn, price);
                catalog.forget(isbn);
            });
        }

        // region outside
        /** 方法正常返回之后才删，那时里面的事务已经提交；抛了异常就不删。 */
        @CacheEvict(cacheNames = "books", key = "#isbn")
        public void outside(String isbn, BigDecimal price) {
            transaction.executeWithoutResult(status ->
                    books.changePrice(isbn, price));
        }
        // endregion outside
    }

    private static String outcome(Runnable work) {
        Throwable thrown = catchThrowable(work::run);
        return thrown == null ? "没有异常" : thrown.getClass().getSimpleName();
    }
}
