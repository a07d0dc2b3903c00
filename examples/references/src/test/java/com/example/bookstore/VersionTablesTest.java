package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.springframework.core.SpringVersion;

/** 参考资料页的两张版本表，全部读自各版本发布的 POM。 */
class VersionTablesTest {

    /** 库的名字与 BOM 里管它版本的属性；名字与 src/data/versions.json 一致，两处会互相核对。 */
    private static final List<Map.Entry<String, String>> LIBRARIES = List.of(
            Map.entry("Spring Framework", "spring-framework.version"),
            Map.entry("Spring Security", "spring-security.version"),
            Map.entry("Spring Data BOM", "spring-data-bom.version"),
            Map.entry("Spring Batch", "spring-batch.version"),
            Map.entry("Spring AMQP", "spring-amqp.version"),
            Map.entry("Spring for Apache Kafka", "spring-kafka.version"),
            Map.entry("Apache Tomcat", "tomcat.version"),
            Map.entry("Jetty", "jetty.version"),
            Map.entry("Netty", "netty.version"),
            Map.entry("Jackson", "jackson-bom.version"),
            Map.entry("Hibernate ORM", "hibernate.version"),
            Map.entry("Hibernate Validator", "hibernate-validator.version"),
            Map.entry("HikariCP", "hikaricp.version"),
            Map.entry("Flyway", "flyway.version"),
            Map.entry("Liquibase", "liquibase.version"),
            Map.entry("MySQL Connector/J", "mysql.version"),
            Map.entry("MariaDB Connector/J", "mariadb.version"),
            Map.entry("PostgreSQL JDBC", "postgresql.version"),
            Map.entry("H2", "h2.version"),
            Map.entry("Lettuce", "lettuce.version"),
            Map.entry("Caffeine", "caffeine.version"),
            Map.entry("Kafka 客户端", "kafka.version"),
            Map.entry("RabbitMQ 客户端", "rabbit-amqp-client.version"),
            Map.entry("Quartz", "quartz.version"),
            Map.entry("Thymeleaf", "thymeleaf.version"),
            Map.entry("SnakeYAML", "snakeyaml.version"),
            Map.entry("SLF4J", "slf4j.version"),
            Map.entry("Logback", "logback.version"),
            Map.entry("Micrometer", "micrometer.version"),
            Map.entry("Lombok", "lombok.version"),
            Map.entry("JUnit Jupiter", "junit-jupiter.version"),
            Map.entry("Mockito", "mockito.version"),
            Map.entry("AssertJ", "assertj.version"),
            Map.entry("Testcontainers", "testcontainers.version"));

    private static final List<Map.Entry<String, String>> BASELINES = List.of(
            Map.entry("Java（父 POM 的默认值）", "java.version"),
            Map.entry("Jakarta Servlet", "jakarta-servlet.version"),
            Map.entry("Jakarta Persistence", "jakarta-persistence.version"),
            Map.entry("Jakarta Validation", "jakarta-validation.version"),
            Map.entry("Jakarta Annotations", "jakarta-annotation.version"),
            Map.entry("Jakarta Transactions", "jakarta-transaction.version"),
            Map.entry("Jakarta WebSocket", "jakarta-websocket.version"),
            Map.entry("Jakarta Messaging", "jakarta-jms.version"));

    @Test
    void whatEachLineManages() {
        Recording.checkVerbatim("managed-versions.tsv", table("库", LIBRARIES));
    }

    @Test
    void whatEachLineBuildsOn() {
        Recording.checkVerbatim("baselines.tsv", table("基线", BASELINES));
    }

    @Test
    void propertyDecidesWhatIsOnTheClassPath() {
        assertThat(Line.BOOK.property("spring-framework.version"))
                .isEqualTo(SpringVersion.getVersion());
    }

    /** 新的一列在前：窄屏上先看到的是要用的版本。 */
    private static String table(String title, List<Map.Entry<String, String>> rows) {
        Tsv table = new Tsv(Stream.concat(
                Stream.of(title),
                Stream.concat(Line.ALL.reversed().stream().map(Line::version), Stream.of("属性")))
                .toList());
        for (Map.Entry<String, String> row : rows) {
            List<String> versions = Line.ALL.reversed().stream()
                    .map(line -> line.property(row.getValue())).toList();
            assertThat(versions.getFirst()).as(row.getValue()).isNotNull();
            List<String> cells = new ArrayList<>(List.of(row.getKey()));
            versions.forEach(version -> cells.add(Objects.requireNonNullElse(version, "没有这个属性")));
            cells.add("`" + row.getValue() + "`");
            table.row(cells);
        }
        return table.toString();
    }
}
