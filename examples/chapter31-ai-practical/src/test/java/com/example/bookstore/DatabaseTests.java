package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.Shop.Confirmed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

@DisplayName("数据库：表由 Flyway 建，H2 与 PostgreSQL 用同一份迁移")
class DatabaseTests extends StoreTest {

    private static final String USER = System.getenv().getOrDefault("POSTGRES_USER", "postgres");
    private static final String PASSWORD = System.getenv().getOrDefault("POSTGRES_PASSWORD", "");
    private static final String SERVER = "jdbc:postgresql://%s:%d/".formatted(Service.POSTGRESQL.host(),
            Service.POSTGRESQL.port());

    private static List<String> migrations(JdbcClient jdbc) {
        return jdbc.sql("select \"version\" from \"flyway_schema_history\" where \"success\" and \"version\" is not null order by \"installed_rank\"")
                .query(String.class).list();
    }

    @Test
    @DisplayName("H2：建表与示例的书，各是一份迁移")
    void h2() {
        assertThat(migrations(jdbc)).containsExactly("1", "1.1");
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("PostgreSQL：只换地址，助手照样下单；重启之后订单还在，迁移不再执行；不打开 demo，没有示例的书，也没有人能登录")
    void postgres() throws SQLException {
        String name = "chapter31_test_" + ProcessHandle.current().pid();
        try {
            execute("create database " + name);
            try (ConfigurableApplicationContext store = start(name, "demo")) {
                ask(store, "我要买 2 本《三体》");
                Shop shop = store.getBean(Shop.class);
                assertThat(shop.find("三").getFirst().title()).isEqualTo("三体");
                assertThat(shop.confirm("li", shop.proposals("li").getFirst().id())).isEqualTo(Confirmed.ORDERED);
            }
            try (ConfigurableApplicationContext store = start(name, "demo")) {
                assertThat(migrations(store.getBean(JdbcClient.class))).containsExactly("1", "1.1");
                assertThat(store.getBean(Shop.class).proposals("li")).extracting(Proposal::status).containsExactly("ORDERED");
                assertThat(store.getBean(Shop.class).stock(1)).isEqualTo(3);
            }
            execute("drop database " + name + " with (force)");
            execute("create database " + name);
            try (ConfigurableApplicationContext store = start(name)) {
                assertThat(migrations(store.getBean(JdbcClient.class))).containsExactly("1");
                assertThat(store.getBean(Shop.class).find("三体")).isEmpty();
                UserDetailsService users = store.getBean(UserDetailsService.class);
                for (String customer : List.of("li", "wang", "user")) {
                    assertThatThrownBy(() -> users.loadUserByUsername(customer)).isInstanceOf(UsernameNotFoundException.class);
                }
            }
        }
        finally {
            execute("drop database if exists " + name + " with (force)");
        }
    }

    private static void ask(ConfigurableApplicationContext store, String question) {
        store.getBean(Assistant.class).ask("li", question).blockLast(java.time.Duration.ofSeconds(30));
    }

    private static ConfigurableApplicationContext start(String database, String... profiles) {
        return new SpringApplicationBuilder(BookstoreApplication.class).profiles(profiles).run("--server.port=0",
                "--spring.datasource.url=" + SERVER + database, "--spring.datasource.username=" + USER,
                "--spring.datasource.password=" + PASSWORD,
                "--spring.ai.openai.base-url=" + MODEL.baseUrl(), "--spring.ai.openai.api-key=test-key");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SERVER + "postgres", USER, PASSWORD);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
