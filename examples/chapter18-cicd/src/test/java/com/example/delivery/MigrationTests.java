package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import com.example.bookstore.Book;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

@DisplayName("改列名：一步到位打断旧版本，分三次发布没有人发现")
@RequiresService(Service.POSTGRESQL)
@RequiresProgram("curl")
@RequiresProgram("pgrep")
@RequiresProgram("flock")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(2)
class MigrationTests {

    private static final String USER = System.getenv().getOrDefault("POSTGRES_USER", "postgres");
    private static final String PASSWORD = System.getenv().getOrDefault("POSTGRES_PASSWORD", "");

    @TempDir
    static Path folder;

    private static final String DATABASE = "chapter18_" + UUID.randomUUID().toString().substring(0, 8);
    private static Server server;

    @BeforeAll
    static void start() throws IOException {
        administer("postgres", "create database " + DATABASE);
        Path home = Files.createDirectory(folder.resolve("opt"));
        // 像页面说的：数据库写在书店的工作目录下，不靠环境变量
        Files.writeString(Files.createDirectory(home.resolve("config")).resolve("application.properties"), """
                spring.datasource.url=%s
                spring.datasource.username=%s
                spring.datasource.password=%s
                """.formatted(url(DATABASE), USER, PASSWORD));
        server = new Server(home, Map.of());
        server.deployed("1.0.0", Release.unchanged("1.0.0", folder));
    }

    @Test
    @Order(0)
    @DisplayName("工作目录下的 config/application.properties，书店读到了：表建在 PostgreSQL 里")
    void settingsBesideTheReleases() {
        DriverManagerDataSource postgres = new DriverManagerDataSource(url(DATABASE), USER, PASSWORD);
        assertThat(JdbcClient.create(postgres).sql("select count(*) from book").query(Integer.class).single()).isEqualTo(2);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        administer("postgres", "drop database if exists " + DATABASE + " with (force)");
    }

    private static String url(String database) {
        return "jdbc:postgresql://%s:%d/%s".formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), database);
    }

    private static void administer(String database, String sql) {
        try (Connection connection = DriverManager.getConnection(url(database), USER, PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static int failed(LoadResult load) {
        return load.sent() - load.count(200);
    }

    private URI at(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Test
    @Order(1)
    @DisplayName("直接改列名：新版本没有错，健康门拦不住；旧版本在它启动时就断了，想退也退不回去")
    void rename() {
        server.install("2.0.0", Release.build("rename", "2.0.0", folder));
        ConsoleRun run;
        LoadResult load;
        try (Load.Running customers = server.customers()) {
            run = server.deploy("2.0.0");
            load = customers.stop();
        }
        assertThat(run.exitCode()).as(run.output() + server.logs()).isZero();
        assertThat(load.count(500)).isPositive();
        ConsoleRun back = server.deploy("--back");
        assertThat(back.exitCode()).isEqualTo(1);
        assertThat(server.version()).isEqualTo("2.0.0");
        Recording.check("rename.txt", "$ ./deploy/deploy.sh 2.0.0\n" + run.output()
                + "发布期间失败的请求：" + (load.count(500) > 0 ? "有，是 500" : "没有") + "\n"
                + "$ ./deploy/deploy.sh --back\n" + back.output());
        Recording.check("rename-log.txt", server.log(server.blue).lines()
                .filter(line -> line.contains("PSQLException: ERROR: column")).map(line -> line.replaceAll("^.*?(org\\.postgresql)", "$1"))
                .findFirst().orElseThrow());
        nameItBack();
    }

    /** 手工把列名改回去，下一个测试又从 1.0.0 开始；这也看得出，旧版本坏只坏在列名上。 */
    private static void nameItBack() {
        administer(DATABASE, "alter table book rename column name to title");
        administer(DATABASE, "delete from flyway_schema_history where version = '2'");
        ConsoleRun back = server.deploy("--back");
        assertThat(back.exitCode()).as(back.output()).isZero();
        assertThat(server.version()).isEqualTo("1.0.0");
    }

    /** 页面上的三次发布，书名却会改：旧版本只认得旧列。 */
    @Test
    @Order(0)
    @DisplayName("旧版本改了书名：新版本读到的还是老书名，删掉旧列之后，改过的就没有了")
    void editsGetLostInThreeReleases() {
        DriverManagerDataSource source = new DriverManagerDataSource("jdbc:h2:mem:edits;DB_CLOSE_DELAY=-1", "sa", "");
        JdbcClient database = JdbcClient.create(source);
        Path releases = Recording.module().resolve("releases");
        for (String step : List.of("../src/main/resources/db/migration/V1__books.sql", "expand/db/migration/V2__expand.sql")) {
            new ResourceDatabasePopulator(new FileSystemResource(releases.resolve(step))).execute(source);
        }
        String expand = Server.read(releases.resolve("expand/com/example/bookstore/Books.java"));
        database.sql(literal(expand, "insert")).params("老书名", "老书名", 100).update();
        database.sql("update book set title = '改过的' where title = '老书名'").update();
        String read = literal(expand, "select");
        assertThat(database.sql(read).query(Book.class).list()).extracting(Book::title).contains("老书名").doesNotContain("改过的");
        for (String step : List.of("move/db/migration/V3__move.sql", "contract/db/migration/V4__contract.sql")) {
            new ResourceDatabasePopulator(new FileSystemResource(releases.resolve(step))).execute(source);
        }
        assertThat(database.sql("select name from book").query(String.class).list()).contains("老书名").doesNotContain("改过的");
    }

    private static String literal(String code, String start) {
        return code.replaceAll("(?s).*\"(" + start + " [^\"]*)\".*", "$1");
    }

    @Test
    @Order(2)
    @DisplayName("分三次发布：每一次新旧都能用，一个请求也没有失败，书也没有少")
    void threeReleases() {
        StringBuilder told = new StringBuilder();
        List<String> releases = List.of("expand", "move", "contract");
        for (int i = 0; i < releases.size(); i++) {
            String version = (i + 2) + ".0.0";
            server.install(version, Release.build(releases.get(i), version, folder));
            try (Load.Running customers = server.customers()) {
                ConsoleRun run = server.deploy(version);
                assertThat(run.exitCode()).as(run.output() + server.logs()).isZero();
                String old = add(server.blue, "写于第 " + (i + 1) + " 次发布，位置一");
                String now = add(server.green, "写于第 " + (i + 1) + " 次发布，位置二");
                for (int port : List.of(server.blue, server.green)) {
                    assertThat(Server.get(at(port, "/books")).body()).contains(old, now).doesNotContain("null");
                }
                LoadResult load = customers.stop();
                assertThat(failed(load)).as(load.toString() + server.logs()).isZero();
                told.append("第 ").append(i + 1).append(" 次，").append(version).append("：发布期间失败的请求 ")
                        .append(failed(load)).append("；新旧两个版本各写一本，互相都看得到\n");
            }
        }
        String books = Server.get(server.nginx.uri("/books")).body();
        assertThat(books.split("\"title\"")).hasSize(2 + 6 + 1);
        told.append("最后一共 8 本书：原来 2 本，途中写的 6 本\n");
        Recording.check("three-releases.txt", told.toString());
    }

    private String add(int port, String title) {
        HttpRequest request = HttpRequest.newBuilder(at(port, "/books")).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"title\": \"" + title + "\", \"price\": 100}")).build();
        assertThat(Server.send(request).statusCode()).isEqualTo(201);
        return title;
    }
}
