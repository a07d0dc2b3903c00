package com.example.versions;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.example.bookstore.BookstoreApplication;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What this chapter says of the store, asked of the store itself; the same program on each version. */
public class Versions {

    record Stock(int stock, int cents) {
    }

    @RestController
    static class Pages {

        @GetMapping("/stock")
        Stock stock() {
            return new Stock(7, 2300);
        }

        @GetMapping("/stock-entity")
        ResponseEntity<Stock> entity() {
            return ResponseEntity.ok(new Stock(7, 2300));
        }

        @GetMapping("/thread")
        String thread() {
            return Thread.currentThread().isVirtual() ? "virtual" : "platform";
        }
    }

    @RestController
    static class Broken {

        Broken() {
            throw new IllegalStateException("没有配置 bookstore.receipt-printer");
        }

        @GetMapping("/receipts")
        String receipts() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Pages.class, Broken.class})
    static class WithBroken {
    }

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext run(Class<?> more, String... settings) {
        return new SpringApplicationBuilder(BookstoreApplication.class, more).run(Stream.concat(
                Stream.of("--server.port=0", "--spring.datasource.generate-unique-name=true",
                        "--spring.main.banner-mode=off"), Stream.of(settings)).toArray(String[]::new));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext store, String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                + store.getEnvironment().getProperty("local.server.port") + path)).header("Accept-Encoding", "gzip").build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void say(String name, Object value) {
        System.out.println("said:" + name + "=" + value);
    }

    private static HikariDataSource pool(ConfigurableApplicationContext store) throws Exception {
        return store.getBean(DataSource.class).unwrap(HikariDataSource.class);
    }

    private static int held(ConfigurableApplicationContext store) throws Exception {
        HikariDataSource pool = pool(store);
        return new TransactionTemplate(store.getBean(PlatformTransactionManager.class))
                .execute(status -> pool.getHikariPoolMXBean().getActiveConnections());
    }

    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext store = run(Pages.class)) {
            for (String page : new String[] {"one-by-one", "joined"}) {
                HttpResponse<String> shelf = get(store, "/shelf/" + page);
                say(page, shelf.headers().firstValue("Sql-Count").orElse("-"));
                say("body", shelf.body());
            }
            say("thread", get(store, "/thread").body());
            say("connections", pool(store).getMaximumPoolSize());
            say("millis", pool(store).getConnectionTimeout());
            Object server = store.getClass().getMethod("getWebServer").invoke(store);
            Tomcat tomcat = (Tomcat) server.getClass().getMethod("getTomcat").invoke(server);
            say("threads", tomcat.getConnector().getProperty("maxThreads"));
            say("held", held(store));
        }
        try (ConfigurableApplicationContext store = run(WithBroken.class, "--spring.main.lazy-initialization=true",
                "--server.compression.enabled=true", "--spring.threads.virtual.enabled=true",
                "--spring.datasource.connection-fetch=lazy")) {
            for (String page : new String[] {"stock", "stock-entity"}) {
                HttpResponse<String> answer = get(store, "/" + page);
                say(page, answer.headers().firstValue("Content-Encoding").orElse("-") + " "
                        + answer.headers().firstValue("Content-Length").orElse("-"));
            }
            say("switched", get(store, "/thread").body());
            // The first request after a lazy start creates the tables, too.
            say("counted-first", get(store, "/shelf/joined").headers().firstValue("Sql-Count").orElse("-"));
            say("counted", get(store, "/shelf/joined").headers().firstValue("Sql-Count").orElse("-"));
            say("held-lazy", held(store));
            say("broken", get(store, "/receipts").statusCode());
        }
    }
}
