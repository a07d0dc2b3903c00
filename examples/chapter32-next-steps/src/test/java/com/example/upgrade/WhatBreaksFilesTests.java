package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.MavenProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration as people write it, not only as this book does: YAML in all its styles, relaxed names, comments. */
class WhatBreaksFilesTests {

    @TempDir
    private Path project;

    @BeforeEach
    void aProjectOn27() throws IOException {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
    }

    private void write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Each finding in the file, as line and cure. */
    private List<String> found(String name) throws IOException {
        return WhatBreaks.find(project).stream()
                .filter(finding -> finding.file().equals(Path.of(name)))
                .map(finding -> finding.line() + " " + finding.cure()).toList();
    }

    @Test
    void flowStyle() throws Exception {
        write("application.yml", """
                spring: {application: {name: bookstore}, redis: {host: cache.internal}}
                server: {error: {include-message: always,
                                 include-path: never}}
                """);
        assertThat(found("application.yml")).containsExactly(
                "1 spring.data.redis.*", "2 spring.web.error.*", "3 spring.web.error.*");
    }

    @Test
    void quotedKeys() throws Exception {
        write("application.yml", """
                "spring":
                  'redis':
                    "host": cache.internal
                'server.error.include-message': always
                """);
        assertThat(found("application.yml")).containsExactly("3 spring.data.redis.*", "4 spring.web.error.*");
    }

    @Test
    void everyDocumentAndEveryProfile() throws Exception {
        write("application.yml", """
                bookstore:
                  redis: not the one
                ---
                spring:
                  config:
                    activate:
                      on-profile: prod
                  redis:
                    host: cache.internal
                --- # and one more
                spring.config.activate.on-profile: "test"
                server.error.include-message: always
                """);
        assertThat(found("application.yml")).containsExactly("9 spring.data.redis.*", "12 spring.web.error.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.max-http-header-size", "server.maxHttpHeaderSize", "server.max_http_header_size",
            "SERVER.MAX-HTTP-HEADER-SIZE"})
    void relaxedNames(String key) throws Exception {
        write("application.properties", key + "=16KB\n");
        write("application.yml", key + ": 16KB\n");
        assertThat(found("application.properties")).containsExactly("1 server.max-http-request-header-size");
        assertThat(found("application.yml")).containsExactly("1 server.max-http-request-header-size");
    }

    @Test
    void anchorsAndMergeKeys() throws Exception {
        write("application.yml", """
                shared: &shared
                  host: cache.internal
                spring:
                  redis:
                    <<: *shared
                    port: 6380
                """);
        assertThat(found("application.yml")).containsExactly("2 spring.data.redis.*", "6 spring.data.redis.*");
    }

    @Test
    void theBuildsOwnPlaceholders() throws Exception {
        write("application.yml", """
                info:
                  version: @project.version@
                spring.redis.host: ${REDIS_HOST:localhost}
                """);
        assertThat(found("application.yml")).containsExactly("3 spring.data.redis.*");
    }

    @Test
    void aBlockOfTextIsNoKey() throws Exception {
        write("application.yml", """
                bookstore:
                  help: |
                    spring.redis.host: where the cache used to be
                  tips: >-
                    server.error.include-message: always
                """);
        assertThat(found("application.yml")).isEmpty();
    }

    @Test
    void otherProfilesAndFolders() throws Exception {
        write("config/application-prod.yaml", "spring: {redis: {url: redis://cache}}\n");
        assertThat(found("config/application-prod.yaml")).containsExactly("1 spring.data.redis.*");
        write("src/main/resources/bootstrap.yml", "spring: {redis: {host: cache}}\n");
        assertThat(found("src/main/resources/bootstrap.yml")).containsExactly("1 spring.data.redis.*");
    }

    @Test
    void propertiesAsJavaReadsThem() throws Exception {
        write("application.properties", """
                bookstore.help=the old key was \\
                  spring.redis.host
                spring.redis.host : cache.internal
                spring.redis.\\
                  port 6380
                ! spring.redis.password=x
                #---
                server.\\u0065rror.include-message=always
                """);
        assertThat(found("application.properties")).containsExactly(
                "3 spring.data.redis.*", "4 spring.data.redis.*", "8 spring.web.error.*");
    }

    @Test
    void commentsOfEveryKind() throws Exception {
        write("Old.java", """
                /*
                import javax.persistence.Id;
                */
                class Old { // WebSecurityConfigurerAdapter
                    String url = "http://x"; javax.persistence.Id id;
                    String glob = "/*"; javax.persistence.Id second;
                }
                """);
        write("old.sql", """
                -- hibernate_sequence
                /* hibernate_sequence */
                select 1;
                """);
        assertThat(found("Old.java")).containsExactly("5 javax → jakarta", "6 javax → jakarta");
        assertThat(found("old.sql")).isEmpty();
    }

    /** A rule looks at text: in a file that configures security, the {@code and()} of another library is taken for its. */
    @Test
    void whatAnotherLibraryCallsAnd() throws Exception {
        String rules = """
                class RulesTest {
                    ArchRule rule = classes().that().areAnnotatedWith(%s.class)
                            .and().areNotInterfaces().should().bePublic();
                }
                """;
        write("RulesTest.java", rules.formatted("Entity"));
        assertThat(found("RulesTest.java")).isEmpty();
        write("RulesTest.java", rules.formatted("EnableWebSecurity") + "// HttpSecurity\n");
        assertThat(found("RulesTest.java")).isEmpty();
        write("RulesTest.java", rules.formatted("HttpSecurity"));
        assertThat(found("RulesTest.java")).containsExactly("3 lambda 写法");
    }

    @Test
    void anEntityScanIsNoEntity() throws Exception {
        write("Shop.java", "@EntityScan\nclass Shop {\n}\n");
        write("Book.java", "@Entity(name = \"book\")\nclass Book {\n}\n");
        assertThat(found("Shop.java")).isEmpty();
        assertThat(found("Book.java")).containsExactly("1 JSON 的字段顺序可能变，在意就写 @JsonPropertyOrder");
    }

    @Test
    void aCommentedOutDependencyIsNone() throws Exception {
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <!--
                  <parent>
                    <artifactId>spring-boot-starter-parent</artifactId>
                    <version>4.1.0</version>
                  </parent>
                  -->
                  <parent>
                    <groupId>org.springframework.boot</groupId>
                    <artifactId>spring-boot-starter-parent</artifactId>
                    <relativePath/>
                    <version>3.5.8</version>
                  </parent>
                  <dependencies>
                    <!--
                    <dependency><artifactId>spring-boot-starter-undertow</artifactId></dependency>
                    -->
                    <dependency><artifactId>flyway-core</artifactId></dependency>
                  </dependencies>
                </project>
                """);
        assertThat(found("pom.xml")).containsExactly("18 spring-boot-starter-flyway、-liquibase");
    }

    /** Boot 2.7 up to 2.7.7 gave it a version; where the build gives its own, nothing breaks. */
    @Test
    void theOldNameOfTheMySqlDriver() throws Exception {
        String dependency = "<dependency><groupId>%s</groupId><artifactId>%s</artifactId></dependency>\n  </dependencies>";
        Path pom = project.resolve("pom.xml");
        String text = Files.readString(pom);
        Files.writeString(pom, text.replaceFirst("</dependencies>", dependency.formatted("mysql", "mysql-connector-java")));
        assertThat(WhatBreaks.find(project)).filteredOn(finding -> finding.cure().equals("com.mysql:mysql-connector-j"))
                .singleElement().matches(finding -> finding.major() == 3 && finding.when() == WhatBreaks.When.BUILD);
        Files.writeString(pom, text.replaceFirst("</dependencies>", dependency.formatted("com.mysql", "mysql-connector-j")));
        assertThat(found("pom.xml")).noneMatch(line -> line.contains("mysql"));
        Files.writeString(pom, text.replaceFirst("</dependencies>", dependency.formatted("mysql", "mysql-connector-java")
                .replace("</artifactId>", "</artifactId>\n      <version>8.0.33</version>")));
        assertThat(found("pom.xml")).noneMatch(line -> line.contains("mysql"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            build.gradle              | runtimeOnly 'mysql:mysql-connector-java'                                     | 1
            build.gradle              | runtimeOnly 'mysql:mysql-connector-java:8.0.33'                              | 0
            gradle/libs.versions.toml | mysql = { module = "mysql:mysql-connector-java" }                            | 1
            gradle/libs.versions.toml | mysql = { module = "mysql:mysql-connector-java", version = "8.0.33" }        | 0
            gradle/libs.versions.toml | mysql = { group = "mysql", name = "mysql-connector-java", version.ref = "a" } | 0
            """)
    void theOldNameOfTheMySqlDriverInGradle(String name, String line, int times) throws Exception {
        write(name, line + "\n");
        assertThat(WhatBreaks.scan(project, 2).found()).filteredOn(finding -> finding.cure().contains("mysql")).hasSize(times);
    }

    /** As {@code ToBoot4Tests.startersThatAreGone}: Maven says that the version is missing, under the old name alone. */
    @Test
    void boot3KnowsTheMySqlDriverByItsNewNameAlone() {
        MavenProject shop = MavenProject.copy("chapter32-next-steps/stations/boot35", "mysql-driver")
                .edit("pom.xml", "<groupId>com.h2database</groupId>\n      <artifactId>h2</artifactId>",
                        "<groupId>mysql</groupId>\n      <artifactId>mysql-connector-java</artifactId>");
        Path jdk = Path.of(System.getProperty("java.home"));
        assertThat(Station.maven(shop, jdk, "validate"))
                .contains("'dependencies.dependency.version' for mysql:mysql-connector-java:jar is missing");
        shop.edit("pom.xml", "<groupId>mysql</groupId>\n      <artifactId>mysql-connector-java</artifactId>",
                "<groupId>com.mysql</groupId>\n      <artifactId>mysql-connector-j</artifactId>");
        assertThat(Station.maven(shop, jdk, "validate")).contains("BUILD SUCCESS");
    }

    @Test
    void aPackageMayBeCalledTarget() throws Exception {
        write("src/main/java/com/example/target/Aim.java", "import javax.persistence.Id;\n");
        write("src/main/java/com/example/build/Wall.java", "import javax.persistence.Id;\n");
        write("target/classes/Aim.java", "import javax.persistence.Id;\n");
        assertThat(found("src/main/java/com/example/target/Aim.java")).hasSize(1);
        assertThat(found("src/main/java/com/example/build/Wall.java")).hasSize(1);
        assertThat(found("target/classes/Aim.java")).isEmpty();
    }
}
