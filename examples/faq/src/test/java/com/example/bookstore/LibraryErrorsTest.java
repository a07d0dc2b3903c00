package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("库的报错：版本不配、少一个模块、连不上、写错一个名字；每条都再跑一遍改好的")
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
                mysql("localhost", 1, "", user, password));
        fails("mysql", "access-denied.txt", "Caused by: .*Access denied.*", mysql(host, port, "", user, "not-" + password));
        assertThat(run("mysql", mysql(host, port, "", "no-such-user", "")).output()).contains("(using password: NO)");
        assertThat(succeeds("mysql", mysql(host, port, "", user, password))).contains("done: select 1");
    }

    @Test
    @RequiresService(Service.MYSQL)
    @DisplayName("MySQL：没有库、表、列，太长，重复，表情符号")
    void mysqlStatements() {
        String host = Service.MYSQL.host();
        int port = Service.MYSQL.port();
        fails("mysql", "unknown-database.txt", "Caused by: .*Unknown database.*",
                mysql(host, port, "bookstor", user("MYSQL", "root"), password("MYSQL")));
        ConsoleRun run = run("mysql", with(List.of(mysql(host, port, "", user("MYSQL", "root"), password("MYSQL"))),
                "--sql=" + Stream.of("create database bookstore", "select * from bookstore.book",
                        "create table bookstore.book (isbn char(13) primary key, title varchar(5) charset utf8mb3)",
                        "select titel from bookstore.book", "insert into bookstore.book values ('1', '许三观卖血记')",
                        "insert into bookstore.book values ('2', '📚')", "insert into bookstore.book values ('3', '活着')",
                        "insert into bookstore.book values ('3', '兄弟')",
                        "alter table bookstore.book modify title varchar(10) charset utf8mb4",
                        "insert into bookstore.book values ('1', '许三观卖血记')",
                        "insert into bookstore.book values ('2', '📚')", "drop database bookstore")
                        .map(sql -> sql.replace("bookstore", "faq_library_errors")).collect(Collectors.joining(";"))));
        record(run, "mysql-no-table.txt", "Caused by: .*doesn't exist.*");
        record(run, "mysql-unknown-column.txt", "Caused by: .*Unknown column.*");
        record(run, "data-too-long.txt", "Caused by: .*too long.*");
        record(run, "incorrect-string-value.txt", "Caused by: .*Incorrect string value.*");
        record(run, "duplicate-entry.txt", "Caused by: .*Duplicate entry.*");
        assertThat(run.output()).contains("done: alter table", "values ('1'", "values ('2'", "done: drop database");
    }

    @Test
    @DisplayName("JPA：没有事务、游离的实体、没保存的对象、写错的属性、没有无参构造器、不止一行")
    void jpa() {
        ConsoleRun run = run("jpa");
        record(run, "no-transaction-for-remove.txt", ".*No EntityManager.*");
        record(run, "detached-entity.txt", ".*Detached entity.*");
        record(run, "unsaved-transient.txt", ".*unsaved transient.*");
        record(run, "unknown-attribute.txt", ".*Could not resolve attribute.*");
        record(run, "no-default-constructor.txt", ".*No default constructor.*");
        record(run, "not-unique.txt", ".*did not return a unique.*");
        assertThat(run.output()).contains("delete in a transaction: done", "order for a reference: done",
                "order of a saved book: done", "query with the right name: done", "entity with a constructor: done",
                "all books of a title: done");
    }

    @Test
    @DisplayName("JPA：方法名里的属性写错了；数据库连不上")
    void jpaDoesNotStart() {
        fails("jpa-typo", "no-property.txt", "Caused by: .*PropertyReferenceException.*");
        ConsoleRun run = run("jpa", "--spring.datasource.url=jdbc:h2:tcp://localhost:1/bookstore");
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        record(run, "no-dialect.txt", "(Caused by: )?org.hib.*(Unable to determine Dialect|isolated).*");
    }

    @Test
    @DisplayName("MyBatis：方法没有对应的 SQL；2 系的 starter")
    void myBatis() {
        fails("mybatis", "invalid-bound-statement.txt", ".*Invalid bound statement.*", "--sold");
        fails("mybatis-2", "factory-bean-object-type.txt", "org.spring.*factoryBeanObjectType.*");
    }

    @Test
    @DisplayName("Jackson 2 的 ObjectMapper 不是 Bean 了")
    void objectMapper() {
        analysed("jackson-2", "object-mapper-bean.txt");
        assertThat(succeeds("jackson-3", "--server.port=0")).contains("prices: [20,35]");
    }

    @Test
    @DisplayName("RestClient.Builder 要它的 starter；RestTemplate 要自己声明")
    void restClients() {
        analysed("rest-client-alone", "rest-client-builder-bean.txt");
        succeeds("rest-client", "--server.port=0");
        analysed("rest-template", "rest-template-bean.txt");
        succeeds("rest-template", "--server.port=0", "--mended=true");
    }

    @Test
    @DisplayName("BCrypt：库里存的不是哈希")
    void bcrypt() {
        String output = succeeds("bcrypt");
        record(run("bcrypt"), "not-bcrypt.txt", ".*does not look like BCrypt.*");
        assertThat(output).contains("stored as it is: false", "cut off: false", "with a prefix: false", "hashed: true");
    }

    @Test
    @RequiresService(Service.REDIS)
    @DisplayName("Redis：键里是另一种类型")
    void redisType() {
        String[] redis = { "--spring.data.redis.host=" + Service.REDIS.host(),
                "--spring.data.redis.port=" + Service.REDIS.port() };
        fails("redis", "wrong-type.txt", "Caused by: .*WRONGTYPE.*", with(List.of(redis), "--as-hash"));
        assertThat(succeeds("redis", redis)).contains("value: 活着");
    }

    @Test
    @RequiresProgram("redis-server")
    @DisplayName("Redis 要密码，没有给，或者给错了")
    void redisPassword() {
        int port = RunningProgram.freePort();
        String[] redis = { "--spring.data.redis.port=" + port };
        List<String> command = List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "",
                "--requirepass", "let-me-read");
        try (RunningProgram server = RunningProgram.start(command, libraries.folder(), Map.of())) {
            server.await("Ready to accept connections");
            fails("redis", "no-redis-password.txt", "Caused by: .*NOAUTH.*", redis);
            assertThat(run("redis", with(List.of(redis), "--spring.data.redis.password=let-me-in")).output())
                    .contains("WRONGPASS");
            assertThat(succeeds("redis", with(List.of(redis), "--spring.data.redis.password=let-me-read")))
                    .contains("value: 活着");
        }
    }

    @Test
    @DisplayName("HTTPS：对方的证书不是 JDK 信任的")
    void untrustedCertificate() throws Exception {
        Path folder = libraries.folder().resolve("https/target");
        keytool(folder, "-genkeypair", "-alias", "catalog", "-keyalg", "EC", "-dname", "CN=localhost",
                "-ext", "san=dns:localhost", "-storepass", "let-me-read", "-keystore", "catalog.p12");
        keytool(folder, "-exportcert", "-rfc", "-alias", "catalog", "-file", "catalog.pem",
                "-storepass", "let-me-read", "-keystore", "catalog.p12");
        HttpsServer server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity(folder.resolve("catalog.p12"), "let-me-read")));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes());
            exchange.close();
        });
        server.start();
        try {
            String[] catalog = { "--catalog=https://localhost:" + server.getAddress().getPort() };
            fails("https", "untrusted-certificate.txt", "Caused by: sun.security.validator.*PKIX path building failed.*", catalog);
            String certificate = folder.resolve("catalog.pem").toUri().toString();
            assertThat(succeeds("https", catalog[0], "--bundle=catalog",
                    "--spring.ssl.bundle.pem.catalog.truststore.certificate=" + certificate)).contains("catalog: ok");
        }
        finally {
            server.stop(0);
        }
    }

    private static void keytool(Path folder, String... arguments) {
        List<String> command = Stream.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                .toString()), Stream.of(arguments)).toList();
        try (RunningProgram keytool = RunningProgram.start(command, folder, Map.of())) {
            assertThat(keytool.exitCode(Duration.ofSeconds(60))).as(keytool.output()).hasValue(0);
        }
    }

    private static SSLContext identity(Path store, String password) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(store.toFile(), password.toCharArray()), password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Runs a project that does not start, and records what Boot says of it. */
    private static void analysed(String project, String recorded) {
        ConsoleRun run = run(project, "--server.port=0");
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        String analysis = run.output().substring(run.output().indexOf("Description:"), run.output().indexOf("Action:"));
        Recording.check(recorded, analysis.lines().filter(line -> line.startsWith("Parameter"))
                .collect(Collectors.joining()));
    }

    /** Runs a project that must fail, and records the lines of its output that match. */
    private static String fails(String project, String recorded, String line, String... arguments) {
        ConsoleRun run = run(project, arguments);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        record(run, recorded, line);
        return run.output();
    }

    private static void record(ConsoleRun run, String recorded, String line) {
        // Redis 8 names the protocol.
        Recording.check(recorded, matching(run, line).replace("HELLO <proto> AUTH", "HELLO AUTH"));
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

    /** The lines of a pattern, each once, without what differs from run to run and from server to server. */
    private static String matching(ConsoleRun run, String line) {
        String lines = run.output().lines().filter(printed -> printed.matches(line))
                .map(LibraryErrorsTest::withoutPlaceAndTime).distinct().collect(Collectors.joining("\n"));
        assertThat(lines).as(run.output()).isNotEmpty();
        return lines;
    }

    private static String withoutPlaceAndTime(String line) {
        return line.replaceAll("PostgreSQL [\\d.]+", "PostgreSQL 17")
                .replaceAll("@'[^']*' \\(using", "@'localhost' (using")
                .replaceAll("^[\\d:.]+ \\[main] |^[a-z ]+: (?=Caused by)", "")
                .replaceAll("file \\[[^]]*/", "file [")
                // MariaDB names the clause by its keyword since 11.7, as MySQL does not.
                .replace("in 'SELECT'", "in 'field list'");
    }

    private static String[] flyway(String url, String user, String password) {
        Path migrations = libraries.folder().resolve("src/flyway/migrations");
        return new String[] { "--spring.datasource.url=" + url, "--spring.datasource.username=" + user,
                "--spring.datasource.password=" + password, "--spring.flyway.locations=filesystem:" + migrations,
                // The program removes what it has made.
                "--spring.flyway.schemas=faq_library_errors", "--spring.flyway.clean-disabled=false" };
    }

    private static String[] mysql(String host, int port, String database, String user, String password) {
        return new String[] { "--spring.datasource.url=jdbc:mysql://%s:%d/%s".formatted(host, port, database),
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
