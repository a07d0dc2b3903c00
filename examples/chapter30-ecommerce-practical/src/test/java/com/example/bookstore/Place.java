package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.provider.Provider;
import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A schema, queues, keys and a payment provider of the test's own; closing it removes them. */
public final class Place implements AutoCloseable {

    public static final String SECRET = "test-secret";
    public static final String THREE_BODY = "9787536692930";
    public static final String GROCERY = "9787544270878";
    public static final String RED_MANSIONS = "9787020002207";
    public static final String JAVA = "9787111213826";

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5)).build();

    private final String id = UUID.randomUUID().toString().substring(0, 8);
    private final int providerPort = RunningProgram.freePort();
    private final HikariDataSource database = new HikariDataSource();
    private final RunningProgram provider;

    public Place() {
        database.setJdbcUrl("jdbc:postgresql://%s:%d/postgres?currentSchema=%s&ApplicationName=ch30-test".formatted(
                Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), schema()));
        database.setUsername("postgres");
        database.setPassword("");
        // Tests ask twenty times a second whether something has happened: a new connection each time costs more than that.
        database.setMaximumPoolSize(2);
        database.setMinimumIdle(0);
        provider = RunningProgram.start(ConsoleRun.javaCommand(Provider.class, String.valueOf(providerPort), SECRET),
                Recording.module(), Map.of());
        provider.await("支付方在");
    }

    public String schema() {
        return "chapter30_" + id;
    }

    public String brokerPrefix() {
        return "ch30." + id + ".";
    }

    public String redisPrefix() {
        return "ch30:" + id + ":";
    }

    public URI provider(String path) {
        return URI.create("http://127.0.0.1:" + providerPort + path);
    }

    /** The application's settings for this place. */
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("spring.profiles.active", "demo");
        settings.put("bookstore.schema", schema());
        settings.put("bookstore.broker-prefix", brokerPrefix());
        settings.put("bookstore.redis-prefix", redisPrefix());
        settings.put("bookstore.provider.url", provider("").toString());
        settings.put("bookstore.provider.secret", SECRET);
        settings.put("spring.main.banner-mode", "off");
        return settings;
    }

    public String[] arguments() {
        return settings().entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    public JdbcClient jdbc() {
        return JdbcClient.create(database);
    }

    public long count(String table) {
        return jdbc().sql("select count(*) from " + table).query(Long.class).single();
    }

    public BigDecimal sum(String sql) {
        return jdbc().sql(sql).query(BigDecimal.class).single();
    }

    /** Presses the button on the provider's page. */
    public void pay(long order, String how) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(provider("/pay/" + order))
                .POST(BodyPublishers.ofString("how=" + how)));
        if (response.statusCode() != 303) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
    }

    public List<JsonNode> statement() {
        return JsonMapper.shared().readTree(send(HttpRequest.newBuilder(provider("/statement"))).body())
                .valueStream().toList();
    }

    public String providerOutput() {
        return provider.output();
    }

    public static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    public static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(100)).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    @Override
    public void close() {
        provider.close();
        jdbc().sql("drop schema if exists " + schema() + " cascade").update();
        database.close();
        CachingConnectionFactory connections =
                new CachingConnectionFactory(Service.RABBITMQ.host(), Service.RABBITMQ.port());
        try {
            RabbitAdmin admin = new RabbitAdmin(connections);
            List.of("order.paid", "payment.refund", "dead").forEach(queue -> admin.deleteQueue(brokerPrefix() + queue));
        }
        finally {
            connections.destroy();
        }
        LettuceConnectionFactory redis = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(Service.REDIS.host(), Service.REDIS.port()));
        redis.afterPropertiesSet();
        redis.start();
        try {
            StringRedisTemplate template = new StringRedisTemplate(redis);
            template.delete(template.keys(redisPrefix() + "*"));
        }
        finally {
            redis.destroy();
        }
    }
}
