package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.Features;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("功能开关与书店的接口")
@SpringBootTest(classes = BookstoreApplication.class)
@AutoConfigureMockMvc
class FeaturesTests {

    @Autowired
    private Features features;

    @Autowired
    private JdbcClient database;

    @Autowired
    private DataSource source;

    @Autowired
    private MockMvcTester http;

    @BeforeEach
    void none() {
        database.sql("delete from feature").update();
    }

    private void open(int percent) {
        none();
        database.sql("insert into feature (name, percent) values ('new-price', ?)").param(percent).update();
    }

    private long customers() {
        return IntStream.range(0, 1000).filter(number -> features.on("new-price", "customer" + number)).count();
    }

    @Test
    @DisplayName("没有这一行：关着")
    void unknownIsOff() {
        assertThat(customers()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 50, 100})
    @DisplayName("开到百分之几，就大约是这么多顾客")
    void share(int percent) {
        open(percent);
        assertThat(customers()).isBetween(percent * 8L, percent * 12L);
    }

    @Test
    @DisplayName("改一行就生效，不用重启；开得更大时，原来的人还在里面")
    void grows() {
        Table table = new Table("开到", "1000 位顾客里看得到的");
        java.util.Set<Integer> before = new java.util.HashSet<>();
        for (int percent : new int[] {0, 10, 30, 100}) {
            open(percent);
            java.util.Set<Integer> now = new java.util.HashSet<>();
            for (int number = 0; number < 1000; number++) {
                if (features.on("new-price", "customer" + number)) {
                    now.add(number);
                }
            }
            assertThat(now).containsAll(before);
            before = now;
            table.row(percent + "%", now.size());
        }
        Recording.check("features.tsv", table.toString());
    }

    @Test
    @DisplayName("两个开关各分各的：不是同一批人先看到全部新功能")
    void differentPeople() {
        open(50);
        database.sql("insert into feature (name, percent) values ('new-cart', 50)").update();
        long both = IntStream.range(0, 1000).filter(number -> features.on("new-price", "customer" + number)
                && features.on("new-cart", "customer" + number)).count();
        assertThat(both).isBetween(150L, 350L);
    }

    @Test
    @DisplayName("JdbcClient 的 list() 做完就还连接；stream() 看完了也不还，要自己关")
    void streamKeepsTheConnection() {
        HikariPoolMXBean pool = ((HikariDataSource) source).getHikariPoolMXBean();
        assertThat(database.sql("select title from book").query(String.class).list()).isNotEmpty();
        assertThat(pool.getActiveConnections()).isZero();
        try (Stream<String> titles = database.sql("select title from book").query(String.class).stream()) {
            assertThat(titles.toList()).isNotEmpty();
            assertThat(pool.getActiveConnections()).isEqualTo(1);
        }
        assertThat(pool.getActiveConnections()).isZero();
    }

    @Test
    @DisplayName("百分比写成 101：数据库不收")
    void outOfRange() {
        assertThatThrownBy(() -> open(101)).isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    @DisplayName("没有的书是 404，书名空着、太长，价格是负数是 400")
    void badInput() {
        assertThat(http.get().uri("/books/99")).hasStatus(404);
        assertThat(http.post().uri("/books").contentType("application/json").content("{\"title\": \" \"}")).hasStatus(400);
        for (String body : new String[] {"{\"title\": \"" + "长".repeat(201) + "\", \"price\": 100}",
            "{\"title\": \"持续交付\", \"price\": -1}", "null"}) {
            assertThat(http.post().uri("/books").contentType("application/json").content(body)).hasStatus(400);
        }
        assertThat(http.post().uri("/books").contentType("application/json")
                .content("{\"title\": \"持续交付\", \"price\": 100}")).hasStatus(201);
    }

    @Test
    @DisplayName("actuator 给出打进 jar 的物料清单")
    void sbomEndpoint() {
        assertThat(http.get().uri("/actuator/sbom")).hasStatus(200).bodyText().contains("application");
        assertThat(http.get().uri("/actuator/sbom/application")).hasStatus(200).bodyText().contains("CycloneDX");
    }

    @Test
    @DisplayName("配置里没有写开放哪些端点：health 问得到，info 与 sbom 是 404")
    void notExposed() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class)
                .run("--spring.config.location=optional:classpath:/no-such-folder/", "--server.port=0")) {
            String base = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + "/actuator/";
            assertThat(Server.get(URI.create(base + "health")).statusCode()).isEqualTo(200);
            assertThat(Server.get(URI.create(base + "info")).statusCode()).isEqualTo(404);
            assertThat(Server.get(URI.create(base + "sbom")).statusCode()).isEqualTo(404);
        }
    }
}
