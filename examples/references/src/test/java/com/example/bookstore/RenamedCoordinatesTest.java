package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** 从 Boot 3 搬到 4，哪些坐标要换：由两版的 BOM 与 POM 比出来。 */
class RenamedCoordinatesTest {

    private static final String NONE = "没有";

    /** 自己的说明里写着“改用谁”的 starter。 */
    private static final List<String> DEPRECATED = List.of("web", "web-services", "oauth2-client",
            "oauth2-resource-server", "oauth2-authorization-server");

    /** 去掉了的 starter 与接替它的；没有接替者的不在其中。 */
    private static final Map<String, String> SUCCESSORS = Map.of("aop", "aspectj");

    /** 只靠类路径就生效、现在要加 starter 或模块的自动配置。 */
    private static final List<List<String>> MOVED = List.of(
            List.of("Flyway", "FlywayAutoConfiguration", "spring-boot-starter-flyway"),
            List.of("Liquibase", "LiquibaseAutoConfiguration", "spring-boot-starter-liquibase"),
            List.of("Kafka", "KafkaAutoConfiguration", "spring-boot-starter-kafka"),
            List.of("`RestClient.Builder`", "RestClientAutoConfiguration",
                    "spring-boot-starter-restclient"),
            List.of("`WebClient.Builder`", "WebClientAutoConfiguration",
                    "spring-boot-starter-webclient"),
            List.of("Spring Session（Redis）", "SessionAutoConfiguration",
                    "spring-boot-starter-session-data-redis"),
            List.of("Spring Session（JDBC）", "SessionAutoConfiguration",
                    "spring-boot-starter-session-jdbc"),
            List.of("H2 控制台", "H2ConsoleAutoConfiguration", "spring-boot-h2console"));

    private static final List<List<String>> COORDINATES = List.of(
            List.of("com.fasterxml.jackson:jackson-bom", "tools.jackson:jackson-bom"),
            List.of("org.hibernate.orm:hibernate-jpamodelgen", "org.hibernate.orm:hibernate-processor"),
            List.of("org.eclipse.jetty.ee10:jetty-ee10-bom", "org.eclipse.jetty.ee11:jetty-ee11-bom"),
            List.of("org.apache.activemq:artemis-bom", "org.apache.artemis:artemis-bom"),
            List.of("org.springframework.retry:spring-retry", NONE),
            List.of("io.undertow:undertow-core", NONE),
            List.of("org.hibernate:hibernate-core", "org.hibernate.orm:hibernate-core"),
            List.of("javax.servlet:javax.servlet-api", "jakarta.servlet:jakarta.servlet-api"),
            List.of("javax.persistence:javax.persistence-api",
                    "jakarta.persistence:jakarta.persistence-api"),
            List.of("javax.validation:validation-api", "jakarta.validation:jakarta.validation-api"),
            List.of("javax.annotation:javax.annotation-api",
                    "jakarta.annotation:jakarta.annotation-api"),
            List.of("com.sun.mail:jakarta.mail", "org.eclipse.angus:angus-mail"),
            List.of("net.sf.ehcache:ehcache", "org.ehcache:ehcache"),
            List.of("org.apache.httpcomponents:httpclient",
                    "org.apache.httpcomponents.client5:httpclient5"),
            List.of("org.thymeleaf.extras:thymeleaf-extras-springsecurity5",
                    "org.thymeleaf.extras:thymeleaf-extras-springsecurity6"));

    @Test
    void startersOfBoot3() {
        Set<String> before = Line.BOOT_3.starters();
        Set<String> now = Line.BOOK.starters();
        Map<String, List<String>> rows = new TreeMap<>();
        for (String starter : DEPRECATED) {
            String successor = successorOf(starter);
            assertThat(before).as("从前有旧名、没有新名").contains(starter).doesNotContain(successor);
            rows.put(starter, List.of("还能用，已弃用", successor));
        }
        for (String starter : difference(before, now)) {
            String successor = SUCCESSORS.getOrDefault(starter, NONE);
            rows.put(starter, List.of("去掉了", successor));
        }
        assertThat(rows.keySet()).containsAll(SUCCESSORS.keySet());
        Tsv table = new Tsv(List.of(Line.BOOT_3.name() + " 里的 starter",
                "在 " + Line.BOOK.name(), "改用"));
        rows.forEach((starter, cells) -> {
            String successor = cells.get(1);
            if (!successor.equals(NONE)) assertThat(now).contains(successor);
            table.row(List.of("`" + starter + "`", cells.get(0), code(successor)));
        });
        Recording.checkVerbatim("renamed-starters.tsv", table.toString());
    }

    @Test
    void aspectjBringsWhatAopBrought() {
        assertThat(Published.pom("spring-boot-starter-aspectj", Line.BOOK.version()).dependencies())
                .contains("org.aspectj:aspectjweaver")
                .isEqualTo(Published.pom("spring-boot-starter-aop", Line.BOOT_3.version())
                        .dependencies());
    }

    @Test
    void classPathIsNoLongerEnough() throws IOException {
        Set<String> before = Published.autoConfigurations("spring-boot-autoconfigure",
                Line.BOOT_3.version());
        Set<String> now = autoConfigurationsOnTheClassPath();
        Set<String> managedBefore = Line.BOOT_3.bom().managed();
        Set<String> managedNow = Line.BOOK.bom().managed();
        Set<String> managedFirst = Line.BOOT_4_0.bom().managed();
        Tsv table = new Tsv(List.of("要用的", Line.BOOT_3.name() + " 的自动配置",
                Line.BOOT_4_0.name() + " 起要加的依赖"));
        for (List<String> row : MOVED) {
            String module = "org.springframework.boot:" + row.get(2);
            assertThat(before).contains(row.get(1));
            assertThat(now).doesNotContain(row.get(1));
            assertThat(managedBefore).doesNotContain(module);
            assertThat(managedFirst).contains(module);
            assertThat(managedNow).contains(module);
            table.row(List.of(row.get(0), "`" + row.get(1) + "`", "`" + row.get(2) + "`"));
        }
        Recording.checkVerbatim("moved-auto-configurations.tsv", table.toString());
    }

    @Test
    void otherCoordinates() {
        List<String> header = new ArrayList<>(List.of("旧坐标"));
        Line.ALL.forEach(line -> header.add(line.name()));
        header.add("新坐标");
        Tsv table = new Tsv(header);
        for (List<String> row : COORDINATES) {
            List<String> states = Line.ALL.stream()
                    .map(line -> state(line.bom().managed(), row.get(0), row.get(1))).toList();
            assertThat(states.getLast()).as(row.get(0)).isIn("新", "新旧都有", "都没有");
            assertThat(states).as(row.get(0)).containsAnyOf("旧", "新旧都有");
            List<String> cells = new ArrayList<>(List.of(code(row.get(0))));
            cells.addAll(states);
            cells.add(code(row.get(1)));
            table.row(cells);
        }
        Recording.checkVerbatim("renamed-coordinates.tsv", table.toString());
    }

    @Test
    void whichStartersHaveNoTestStarter() {
        for (Line line : List.of(Line.BOOT_4_0, Line.BOOK)) {
            Set<String> starters = line.starters();
            assertThat(starters).filteredOn(each -> !each.endsWith("-test"))
                    .filteredOn(each -> !starters.contains(each + "-test"))
                    .containsExactlyInAnyOrder("web", "web-services", "oauth2-client",
                            "oauth2-resource-server", "oauth2-authorization-server",
                            "json", "logging", "logback", "log4j2", "restdocs",
                            "tomcat", "tomcat-runtime", "jetty", "jetty-runtime", "reactor-netty",
                            "classic", "test", "test-classic");
        }
        assertThat(Line.BOOT_3.starters()).noneMatch(each -> each.endsWith("-test"));
    }

    private static String code(String name) {
        return name.equals(NONE) ? NONE : "`" + name + "`";
    }

    private static String state(Set<String> managed, String old, String successor) {
        boolean hasOld = managed.contains(old);
        boolean hasNew = managed.contains(successor);
        if (hasOld && hasNew) return "新旧都有";
        if (hasOld) return "旧";
        return hasNew ? "新" : "都没有";
    }

    /** 弃用的 starter 在 POM 的说明里写着接替者。 */
    private static String successorOf(String starter) {
        String description = Published.pom("spring-boot-starter-" + starter, Line.BOOK.version())
                .description();
        Matcher matcher = Pattern.compile("deprecated in favor of spring-boot-starter-([\\w-]+)")
                .matcher(description);
        assertThat(matcher.find()).as(description).isTrue();
        return matcher.group(1);
    }

    private static Set<String> difference(Set<String> all, Set<String> without) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    private static Set<String> autoConfigurationsOnTheClassPath() throws IOException {
        String imports = "META-INF/spring/" + AutoConfiguration.class.getName() + ".imports";
        var jar = AutoConfiguration.class.getProtectionDomain().getCodeSource().getLocation();
        try (var file = new JarFile(new File(jar.getPath()))) {
            byte[] bytes = file.getInputStream(file.getEntry(imports)).readAllBytes();
            return Published.simpleNames(new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
