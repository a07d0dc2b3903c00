package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("库的报错：版本不配、少一个模块、连不上、没有事务；每条都再跑一遍改好的")
class LibraryErrorsTest {

    private static MavenProject libraries;

    @BeforeAll
    static void build() {
        libraries = MavenProject.copy("faq/libraries", "libraries");
        List<String> command = MavenProject.mavenCommand("-q", "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-Dmdep.outputFile=target/classpath.txt");
        // The first time, Maven gets the libraries of a dozen projects.
        try (RunningProgram maven = RunningProgram.start(command, libraries.folder(), MavenProject.environment("en"))) {
            assertThat(maven.exitCode(Duration.ofMinutes(10))).as(maven.output()).hasValue(0);
        }
    }

    @Test
    @DisplayName("Spring Cloud 还是 Boot 3 的那一代")
    void springCloudForBoot3() {
        assertThat(fails("spring-cloud-old", "server-properties-moved.txt", "Caused by: java.*ServerProperties"))
                .contains("Error processing condition on org.springframework.cloud.");
        assertThat(succeeds("spring-cloud")).contains("clients: 1");
    }

    @Test
    @DisplayName("MyBatis 与 MyBatis-Plus 的 starter 是给 Boot 3 的")
    void myBatisForBoot3() {
        String cause = "Caused by: java.*Property 'sqlSessionFactory'.*";
        fails("mybatis-old", "no-sql-session-factory.txt", cause);
        assertThat(succeeds("mybatis")).contains("books: 0");
        fails("mybatis-plus-old", "no-sql-session-factory.txt", cause);
        assertThat(succeeds("mybatis-plus")).contains("books: 0");
    }

    @Test
    @DisplayName("knife4j 带着旧的 springdoc，应用里有 @RestControllerAdvice")
    void springdocForBoot3() {
        assertThat(classPath("knife4j")).contains("springdoc-openapi-starter-common-2.3.0.jar");
        ConsoleRun run = run("knife4j", "--server.port=0");
        assertThat(run.output()).contains("status: 500");
        Recording.check("controller-advice-bean.txt", matching(run, "java.*ControllerAdviceBean.*"));
        assertThat(succeeds("springdoc", "--server.port=0")).contains("status: 200");
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("Flyway 没有 PostgreSQL 的模块")
    void flywayWithoutPostgresql() {
        String[] postgresql = flyway("jdbc:postgresql://%s:%d/postgres".formatted(Service.POSTGRESQL.host(),
                Service.POSTGRESQL.port()), user("POSTGRES", "postgres"), password("POSTGRES"));
        fails("flyway-alone", "unsupported-database.txt", "Caused by: .*Unsupported Database.*", postgresql);
        assertThat(succeeds("flyway", postgresql)).contains("1 SQL, 2 SQL");
    }

    @Test
    @DisplayName("Flyway 遇到已经有表的库")
    void flywayOnExistingTables() {
        String[] h2 = flyway("jdbc:h2:mem:bookstore;INIT=create table if not exists public.book (id int)", "sa", "");
        List<String> arguments = Stream.of(h2).filter(argument -> !argument.contains("schemas")).toList();
        fails("flyway", "non-empty-schema.txt", "Caused by: .*non-empty schema.*", arguments.toArray(String[]::new));
        assertThat(succeeds("flyway", with(arguments, "--spring.flyway.baseline-on-migrate=true")))
                .contains("history: 1 BASELINE, 2 SQL");
    }

    @Test
    @RequiresService(Service.MYSQL)
    @DisplayName("MySQL：没有服务器、密码不对、没有传密码")
    void mysql() {
        String host = Service.MYSQL.host();
        int port = Service.MYSQL.port();
        String user = user("MYSQL", "root");
        String password = password("MYSQL");
        // Port 1 is nobody's: the system refuses at once.
        fails("mysql", "communications-link-failure.txt", "Caused by: (com.mysql.cj.jdbc|java.net).*",
                mysql("localhost", 1, user, password));
        fails("mysql", "access-denied.txt", "Caused by: .*Access denied.*", mysql(host, port, user, "not-" + password));
        assertThat(run("mysql", mysql(host, port, "no-such-user", "")).output()).contains("(using password: NO)");
        assertThat(succeeds("mysql", mysql(host, port, user, password))).contains("answer: 1");
    }

    @Test
    @DisplayName("JPA 的 deleteBy… 不在事务里")
    void removeWithoutTransaction() {
        fails("jpa", "no-transaction-for-remove.txt", "Caused by: .*No EntityManager.*");
        assertThat(succeeds("jpa", "--mended")).contains("removed: 1");
    }

    /** Runs a project that must fail, and records the lines of its output that match. */
    private static String fails(String project, String recorded, String line, String... arguments) {
        ConsoleRun run = run(project, arguments);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        Recording.check(recorded, matching(run, line));
        return run.output();
    }

    private static String succeeds(String project, String... arguments) {
        ConsoleRun run = run(project, arguments);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    private static ConsoleRun run(String project, String... arguments) {
        String classes = libraries.folder().resolve(project).resolve("target/classes").toString();
        return libraries.java(Map.of(), Stream.concat(Stream.of("-XX:TieredStopAtLevel=1",
                "-cp", classes + File.pathSeparator + classPath(project), "com.example.bookstore.BookstoreApplication"),
                Stream.of(arguments)).toArray(String[]::new));
    }

    private static String classPath(String project) {
        try {
            return Files.readString(libraries.folder().resolve(project).resolve("target/classpath.txt")).strip();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The lines of a pattern, each once, without what differs from server to server. */
    private static String matching(ConsoleRun run, String line) {
        String lines = run.output().lines().filter(printed -> printed.matches(line)).distinct()
                .collect(Collectors.joining("\n"));
        assertThat(lines).as(run.output()).isNotEmpty();
        return lines.replaceAll("PostgreSQL [\\d.]+", "PostgreSQL 17")
                .replaceAll("@'[^']*' \\(using", "@'localhost' (using");
    }

    private static String[] flyway(String url, String user, String password) {
        Path migrations = libraries.folder().resolve("src/flyway/migrations");
        return new String[] { "--spring.datasource.url=" + url, "--spring.datasource.username=" + user,
                "--spring.datasource.password=" + password, "--spring.flyway.locations=filesystem:" + migrations,
                // The program removes what it has made.
                "--spring.flyway.schemas=faq_library_errors", "--spring.flyway.clean-disabled=false" };
    }

    private static String[] mysql(String host, int port, String user, String password) {
        return new String[] { "--spring.datasource.url=jdbc:mysql://%s:%d/".formatted(host, port),
                "--spring.datasource.username=" + user, "--spring.datasource.password=" + password };
    }

    private static String[] with(List<String> arguments, String another) {
        return Stream.concat(arguments.stream(), Stream.of(another)).toArray(String[]::new);
    }

    private static String user(String service, String otherwise) {
        return System.getenv().getOrDefault(service + "_USER", otherwise);
    }

    private static String password(String service) {
        return System.getenv().getOrDefault(service + "_PASSWORD", "");
    }
}
