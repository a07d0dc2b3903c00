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
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("PostgreSQL：主机名不认识；没有建表的权限，没有表，太长，空值，外键，关键字当了表名")
    void postgresql() {
        String[] server = postgresql(Service.POSTGRESQL.host(), "postgres");
        fails("postgresql", "unknown-host.txt", "Caused by: (org.postgresql|java.net).*",
                postgresql("bookstore-db", "bookstore"));
        String drop = "drop database if exists faq_library_errors with (force);drop role if exists faq_library_errors";
        succeeds("postgresql", with(List.of(server),
                "--sql=" + drop + ";create role faq_library_errors;create database faq_library_errors"));
        // One connection: the role is the connection's.
        ConsoleRun run = run("postgresql", with(List.of(postgresql(Service.POSTGRESQL.host(), "faq_library_errors")),
                "--spring.datasource.hikari.maximum-pool-size=1", "--sql=" + String.join(";",
                        "set role faq_library_errors", "create table book (title varchar(5))", "reset role",
                        "alter database faq_library_errors owner to faq_library_errors", "set role faq_library_errors",
                        "create table book (isbn varchar(13) primary key, title varchar(5))",
                        "select * from book where ? is null or title = ?",
                        "select * from book where cast(? as varchar) is null or title = ?",
                        "create table \"Review\" (isbn varchar(13))", "select * from Review", "select * from \"Review\"",
                        "insert into book values ('1', '许三观卖血记')", "alter table book alter title type varchar(10)",
                        "insert into book values ('1', '许三观卖血记')",
                        "insert into book (title) values ('活着')",
                        "create table order (id int)", "create table \"order\" (id int)",
                        "create table book_order (isbn varchar(13) references book)",
                        "insert into book_order values ('2')", "insert into book_order values ('1')",
                        "delete from book", "delete from book_order", "delete from book where isbn = '1'")));
        succeeds("postgresql", with(List.of(server), "--sql=" + drop));
        record(run, "permission-denied-for-schema.txt", "Caused by: .*permission denied.*");
        record(run, "relation-does-not-exist.txt", "Caused by: .*relation.*does not exist.*");
        record(run, "data-type-of-parameter.txt", "Caused by: .*data type of parameter.*");
        record(run, "value-too-long.txt", "Caused by: .*value too long.*");
        record(run, "violates-not-null.txt", "Caused by: .*violates not-null.*");
        record(run, "postgresql-syntax.txt", "Caused by: .*syntax error.*");
        record(run, "violates-foreign-key.txt", "Caused by: .*foreign key.*");
        assertThat(run.output()).contains("done: create table book (isbn", "done: select * from book where cast",
                "done: select * from \"Review\"",
                "done: insert into book values", "done: create table \"order\"", "done: create table book_order",
                "done: insert into book_order values ('1')", "done: delete from book where isbn");
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
        assertThat(run("mysql", mysql("bookstore-db", port, "", user, password)).output())
                .contains("Communications link failure", "Caused by: java.net.UnknownHostException");
        fails("mysql", "access-denied.txt", "Caused by: .*Access denied.*", mysql(host, port, "", user, "not-" + password));
        assertThat(run("mysql", mysql(host, port, "", "no-such-user", "")).output()).contains("(using password: NO)");
        assertThat(succeeds("mysql", mysql(host, port, "", user, password))).contains("done: select 1");
    }

    @Test
    @RequiresService(Service.MYSQL)
    @DisplayName("MySQL：密码对，没有那个库的权限")
    void mysqlWithoutRights() {
        String host = Service.MYSQL.host();
        int port = Service.MYSQL.port();
        List<String> administrator = List.of(mysql(host, port, "", user("MYSQL", "root"), password("MYSQL")));
        String[] application = mysql(host, port, "faq_library_rights", "faq_library_rights", "let-me-read");
        String drop = "drop database if exists faq_library_rights;drop user if exists faq_library_rights";
        succeeds("mysql", with(administrator, "--sql=" + drop + ";create database faq_library_rights;"
                + "create user faq_library_rights identified by 'let-me-read'"));
        try {
            assertThat(run("mysql", application).output())
                    .containsPattern("Access denied for user .* to database 'faq_library_rights'");
            succeeds("mysql", with(administrator, "--sql=grant all on faq_library_rights.* to faq_library_rights"));
            assertThat(succeeds("mysql", application)).contains("done: select 1");
        }
        finally {
            succeeds("mysql", with(administrator, "--sql=" + drop));
        }
    }

    @Test
    @RequiresService(Service.MYSQL)
    @DisplayName("MySQL：没有库、表、列，太长，重复，表情符号，关键字当了表名，没有默认值，外键，等锁超时")
    void mysqlStatements() {
        String host = Service.MYSQL.host();
        int port = Service.MYSQL.port();
        fails("mysql", "unknown-database.txt", "Caused by: .*Unknown database.*",
                mysql(host, port, "bookstor", user("MYSQL", "root"), password("MYSQL")));
        String oneSecond = "?sessionVariables=innodb_lock_wait_timeout=1";
        ConsoleRun run = run("mysql", with(List.of(mysql(host, port, oneSecond, user("MYSQL", "root"), password("MYSQL"))),
                "--sql=" + Stream.of("create database bookstore", "select * from bookstore.book",
                        "create table bookstore.book (isbn char(13) primary key, title varchar(5) charset utf8mb3)",
                        "select titel from bookstore.book", "insert into bookstore.book values ('1', '许三观卖血记')",
                        "insert into bookstore.book values ('2', '📚')", "insert into bookstore.book values ('3', '活着')",
                        "insert into bookstore.book values ('3', '兄弟')",
                        "alter table bookstore.book convert to character set utf8mb4",
                        "alter table bookstore.book modify title varchar(10)",
                        "insert into bookstore.book values ('1', '许三观卖血记')",
                        "insert into bookstore.book values ('2', '📚')", "create table bookstore.sale (order int)",
                        "create table bookstore.sale (`order` int)",
                        "create table bookstore.book_order (id int primary key, isbn char(13) not null,"
                                + " foreign key (isbn) references bookstore.book (isbn))",
                        "insert into bookstore.book_order (id) values (1)",
                        "insert into bookstore.book_order values (1, null)",
                        "insert into bookstore.book_order (isbn) values ('3')",
                        "alter table bookstore.book_order modify id int auto_increment",
                        "insert into bookstore.book_order (isbn) values ('9')",
                        "insert into bookstore.book_order (isbn) values ('3')",
                        "delete from bookstore.book where isbn = '3'", "delete from bookstore.book_order",
                        "delete from bookstore.book where isbn = '3'",
                        "another transaction: update bookstore.book set title = '1' where isbn = '1'",
                        "update bookstore.book set title = '2' where isbn = '1'",
                        "select * from information_schema.innodb_trx", "another transaction ends",
                        "update bookstore.book set title = '2' where isbn = '1'", "drop database bookstore")
                        .map(sql -> sql.replace("bookstore", "faq_library_errors")).collect(Collectors.joining(";"))));
        record(run, "mysql-no-table.txt", "Caused by: .*doesn't exist.*");
        record(run, "mysql-unknown-column.txt", "Caused by: .*Unknown column.*");
        record(run, "data-too-long.txt", "Caused by: .*too long.*");
        record(run, "incorrect-string-value.txt", "Caused by: .*Incorrect string value.*");
        record(run, "duplicate-entry.txt", "Caused by: .*Duplicate entry.*");
        record(run, "mysql-syntax.txt", "Caused by: .*error in your SQL syntax.*");
        record(run, "mysql-not-null.txt", "Caused by: .*cannot be null.*");
        record(run, "no-default-value.txt", "Caused by: .*default value.*");
        record(run, "mysql-foreign-key.txt", "Caused by: .*a foreign key constraint fails.*");
        record(run, "lock-wait-timeout.txt", "Caused by: .*Lock wait timeout.*");
        assertThat(run.output()).contains("done: alter table faq_library_errors.book convert",
                "done: alter table faq_library_errors.book modify", "values ('1'", "values ('2'",
                "done: create table faq_library_errors.sale (`order`", "done: create table faq_library_errors.book_order",
                "done: insert into faq_library_errors.book_order (isbn) values ('3')",
                "done: delete from faq_library_errors.book where", "done: select * from information_schema.innodb_trx",
                "done: update faq_library_errors.book", "done: drop database");
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("JPA：没有事务、游离的实体、没保存的对象、写错的属性、没有无参构造器、不止一行、会话关了、旧的版本；"
            + "两个 List、SQL 当 JPQL、行已经没了、没给主键、空值、换掉集合、没写 @Modifying、参数是 null")
    void jpa() {
        // The schema is made and removed by the program.
        String database = "postgres?currentSchema=faq_library_jpa";
        ConsoleRun run = run("jpa", with(List.of(postgresql(Service.POSTGRESQL.host(), database)),
                "--spring.jpa.hibernate.ddl-auto=create-drop",
                "--spring.jpa.properties.hibernate.hbm2ddl.create_namespaces=true",
                "--spring.jpa.properties.hibernate.default_schema=faq_library_jpa"));
        record(run, "no-transaction-for-remove.txt", ".*No EntityManager.*");
        record(run, "detached-entity.txt", ".*Detached entity.*");
        record(run, "unsaved-transient.txt", ".*unsaved transient.*");
        record(run, "unknown-attribute.txt", ".*Could not resolve attribute.*");
        record(run, "no-default-constructor.txt", ".*No default constructor.*");
        record(run, "not-unique.txt", ".*did not return a unique.*");
        record(run, "no-session.txt", ".*Caused by: .*LazyInitializationException.*");
        record(run, "update-without-transaction.txt", "update without a transaction: Caused by.*");
        record(run, "stale-object.txt", "save (of an old version|with an unknown id): Caused by.*");
        record(run, "multiple-bags.txt", "two lists.*Caused by.*");
        record(run, "bad-jpql.txt", "raw query: Caused by.*");
        record(run, "batch-row-count.txt", "remove of a row.*Caused by.*");
        record(run, "identifier-not-assigned.txt", "cart without a number: Caused by.*");
        record(run, "not-null-property.txt", "item without a book: Caused by.*");
        record(run, "orphan-deletion.txt", "list of the items replaced: Caused by.*");
        record(run, "expecting-select.txt", "update without a mark: Caused by.*");
        record(run, "lower-bytea.txt", "search without a title: Caused by.*");
        assertThat(run.output()).contains("one list fetched: done", "native query: done", "remove by a query: done",
                "cart with a number: done", "list of the items refilled: done",
                "search without a title of a type: done", "remove of a row that is gone: OptimisticLockException");
        assertThat(run.output()).contains("delete in a transaction: done", "order for a reference: done",
                "order of a saved book: done", "query with the right name: done", "entity with a constructor: done",
                "all books of a title: done", "customer fetched: done", "orders fetched: done",
                "update in a transaction: done", "save of the newest version: done")
                .contains("save of an old version: ObjectOptimisticLockingFailureException",
                        "save with an unknown id: ObjectOptimisticLockingFailureException");
    }

    @Test
    @RequiresProgram(value = "kill", option = "-l")
    @DisplayName("Kafka 连不上；指标与追踪没有地方送；进程停过一会儿")
    void unreachable() throws InterruptedException {
        // Port 1 is nobody's; the pool looks at its clock every half second instead of every half minute.
        try (RunningProgram program = RunningProgram.start(command("unreachable",
                "-Dcom.zaxxer.hikari.housekeeping.periodMs=500", "--spring.kafka.bootstrap-servers=localhost:1",
                "--management.otlp.metrics.export.url=http://localhost:1/v1/metrics",
                "--management.otlp.metrics.export.step=1s",
                "--management.opentelemetry.tracing.export.otlp.endpoint=http://localhost:1/v1/traces",
                "--management.opentelemetry.tracing.export.schedule-delay=100ms",
                "--management.tracing.sampling.probability=1", "--logging.pattern.console=%-5p %m%n"),
                libraries.folder(), Map.of())) {
            program.await("Start completed").await("could not be established").await("Failed to publish metrics");
            signal("STOP", program);
            Thread.sleep(1_000);
            signal("CONT", program);
            program.await("Thread starvation");
            // Said once, after five attempts: by now, or some seconds later.
            for (int waits = 0; waits < 600 && !program.output().contains("Failed to export spans"); waits++) {
                Thread.sleep(100);
            }
            String output = program.output().replaceAll("localhost/\\S+:1\\)", "localhost/127.0.0.1:9092)")
                    .replace("localhost:1/v1", "localhost:4318/v1").replaceAll("delta=[^)]*", "delta=…");
            Recording.check("kafka-not-established.txt", matching(output, "WARN .*could not be established.*"));
            Recording.check("otlp-metrics.txt", matching(output, "WARN .*Failed to publish metrics.*"));
            Recording.check("otlp-spans.txt", matching(output, "ERROR Failed to export spans.*"));
            Recording.check("thread-starvation.txt", matching(output, "WARN .*Thread starvation.*"));
        }
    }

    private static void signal(String name, RunningProgram program) {
        ConsoleRun run = ConsoleRun.run(List.of("kill", "-" + name, "" + program.pid()), libraries.folder(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("Spring Batch 的表还没有建")
    void batch() {
        // A schema that nobody has made: the tables of another program are not found there.
        fails("batch", "batch-tables.txt", "Caused by: .*batch_job_instance.*",
                postgresql(Service.POSTGRESQL.host(), "postgres?currentSchema=faq_library_batch"));
    }

    @Test
    @DisplayName("旧的 jjwt 用 JDK 里早已没有的 JAXB")
    void jjwt() {
        fails("jjwt-old", "javax-xml-bind.txt", ".*NoClassDefFoundError.*");
        assertThat(succeeds("jjwt")).contains("token: ");
    }

    @Test
    @DisplayName("类路径上有两个日志实现")
    void twoLoggers() {
        ConsoleRun run = run("two-loggers");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("logger-context.txt", matching(run, ".*not a Logback LoggerContext.*")
                .replaceAll("file:\\S*/slf4j-simple-[\\d.]+jar", "file:/…/slf4j-simple-….jar")
                .replaceAll(" If you are using WebLogic.*", ""));
    }

    @Test
    @DisplayName("Druid 的 starter 是给 Boot 3 的")
    void druidForBoot3() {
        fails("druid-old", "druid-for-boot-3.txt", "java.*Could not find class.*");
        assertThat(succeeds("druid", "--spring.datasource.url=jdbc:h2:mem:bookstore")).contains("pool: com.alibaba.druid.");
    }

    @Test
    @DisplayName("@ServiceConnection：没有用到这个容器的那个模块")
    void serviceConnection() {
        fails("containers-alone", "no-connection-details-factory.txt", "org.spring.*No ConnectionDetailsFactory.*");
        assertThat(succeeds("containers")).contains("details: 1");
    }

    @Test
    @DisplayName("JPA：方法名里的属性写错了；表还没有建，列的类型不对；数据库连不上")
    void jpaDoesNotStart() {
        fails("jpa", "missing-table.txt", "Caused by: org.hib.*Schema validation.*", "--spring.jpa.hibernate.ddl-auto=validate");
        fails("jpa-typo", "no-property.txt", "Caused by: .*PropertyReferenceException.*");
        ConsoleRun number = run("jpa-typo", "--spring.jpa.hibernate.ddl-auto=validate",
                "--spring.datasource.url=jdbc:h2:mem:bookstore;"
                        + "INIT=create table if not exists book (isbn varchar(13) primary key, title int)");
        assertThat(number.exitCode()).as(number.output()).isEqualTo(1);
        assertThat(number.output()).contains("Schema validation: wrong column type encountered in column [title] in table [book]");
        ConsoleRun run = run("jpa", "--spring.datasource.url=jdbc:h2:tcp://localhost:1/bookstore");
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        record(run, "no-dialect.txt", "(Caused by: )?org.hib.*(Unable to determine Dialect|isolated).*");
    }

    @Test
    @DisplayName("MyBatis：方法没有对应的 SQL；参数名写错；接口没有 @Mapper；给 Boot 2 的 starter")
    void myBatis() {
        ConsoleRun calls = run("mybatis", "--calls");
        record(calls, "mybatis-parameter.txt", "Caused by: .*Parameter .*");
        assertThat(calls.output()).contains("right name: 0");
        analysed("mybatis-mapper", "mapper-bean.txt");
        assertThat(succeeds("mybatis-mapper", "--mended=true")).contains("books: 0");
        fails("mybatis", "invalid-bound-statement.txt", ".*Invalid bound statement.*", "--sold");
        fails("mybatis-2", "factory-bean-object-type.txt", "org.spring.*factoryBeanObjectType.*");
        fails("mybatis-plus-2", "factory-bean-object-type.txt", "org.spring.*factoryBeanObjectType.*");
    }

    @Test
    @DisplayName("Jackson 2 的 ObjectMapper 不是 Bean 了")
    void objectMapper() {
        analysed("jackson-2", "object-mapper-bean.txt");
        assertThat(fails("jackson-2", "java-8-date-time.txt", ".*Java 8 date/time type.*", "--new-mapper"))
                .contains("with the module: {");
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
    @DisplayName("Spring 太旧，不认识新的类文件")
    void classFileMajorVersion() {
        fails("scan-old", "class-file-major-version.txt", "Caused by: .*class file major.*");
        assertThat(succeeds("scan")).contains("shelves: 1");
    }

    @Test
    @DisplayName("devtools：同一个类由两个类加载器加载")
    void devtools() {
        ConsoleRun run = run("devtools");
        Recording.check("restart-class-loader.txt",
                matching(run, "Caused by: .*ClassCast.*").replaceAll(" @\\w+", ""));
        assertThat(succeeds("devtools", "--mended")).contains("book: 活着");
        assertThat(succeeds("devtools", "-Dspring.devtools.restart.enabled=false")).contains("book: 活着");
    }

    @Test
    @RequiresService(Service.RABBITMQ)
    @DisplayName("RabbitMQ：自己确认一次，容器又确认一次")
    void unknownDeliveryTag() {
        String[] rabbit = { "--spring.rabbitmq.host=" + Service.RABBITMQ.host(),
                "--spring.rabbitmq.port=" + Service.RABBITMQ.port(), "--logging.pattern.console=%m%n",
                "--spring.rabbitmq.listener.simple.prefetch=1" };
        ConsoleRun twice = run("rabbitmq", rabbit);
        assertThat(twice.output()).contains("channel closed");
        record(twice, "unknown-delivery-tag.txt", ".*Shutdown Signal.*unknown delivery tag 1,.*");
        String manual = "--spring.rabbitmq.listener.simple.acknowledge-mode=manual";
        assertThat(succeeds("rabbitmq", with(List.of(rabbit), manual)))
                .contains("both received").doesNotContain("unknown delivery tag");
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
        return ConsoleRun.run(command(project, arguments), libraries.folder(), null, Map.of());
    }

    private static List<String> command(String project, String... arguments) {
        String classes = libraries.folder().resolve(project).resolve("target/classes").toString();
        Map<Boolean, List<String>> forJava = Stream.of(arguments)
                .collect(Collectors.partitioningBy(argument -> argument.startsWith("-D")));
        return MavenProject.javaCommand("en", Stream.of(List.of("-XX:TieredStopAtLevel=1"), forJava.get(true),
                List.of("-cp", classes + File.pathSeparator + classPath(project), "com.example.bookstore.BookstoreApplication"),
                forJava.get(false)).flatMap(List::stream).toArray(String[]::new));
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
        return matching(run.output(), line);
    }

    private static String matching(String output, String line) {
        String lines = output.lines().filter(printed -> printed.matches(line))
                .map(LibraryErrorsTest::withoutPlaceAndTime).distinct().collect(Collectors.joining("\n"));
        assertThat(lines).as(output).isNotEmpty();
        return lines;
    }

    private static String withoutPlaceAndTime(String line) {
        return line.replaceAll("PostgreSQL [\\d.]+", "PostgreSQL 17")
                .replaceAll("@'[^']*' \\(using", "@'localhost' (using")
                .replaceAll("^[\\d:.]+ \\[main] |^[a-z ]+: (?=Caused by)", "")
                .replaceAll("file \\[[^]]*/", "file [")
                .replace("faq_library_jpa.", "")
                // What could stand there instead goes on for two thousand characters.
                .replaceAll("expecting \\{.*(; Bad HQL grammar .*)", "expecting {…}$1")
                // MariaDB names the clause by its keyword since 11.7, as MySQL does not.
                .replace("in 'SELECT'", "in 'field list'")
                .replace("your MySQL server version", "your MariaDB server version");
    }

    private static String[] flyway(String url, String user, String password) {
        Path migrations = libraries.folder().resolve("src/flyway/migrations");
        return new String[] { "--spring.datasource.url=" + url, "--spring.datasource.username=" + user,
                "--spring.datasource.password=" + password, "--spring.flyway.locations=filesystem:" + migrations,
                // The program removes what it has made.
                "--spring.flyway.schemas=faq_library_errors", "--spring.flyway.clean-disabled=false" };
    }

    private static String[] postgresql(String host, String database) {
        return new String[] { "--spring.datasource.url=jdbc:postgresql://%s:%d/%s".formatted(host,
                Service.POSTGRESQL.port(), database), "--spring.datasource.username=" + user("POSTGRES", "postgres"),
                "--spring.datasource.password=" + password("POSTGRES") };
    }

    private static String[] mysql(String host, int port, String database, String user, String password) {
        return new String[] { "--spring.datasource.url=jdbc:mysql://%s:%d/%s".formatted(host, port, database),
                "--spring.datasource.username=" + user, "--spring.datasource.password=" + password };
    }

    private static String[] with(List<String> arguments, String... others) {
        return Stream.concat(arguments.stream(), Stream.of(others)).toArray(String[]::new);
    }

    private static String user(String service, String otherwise) {
        return System.getenv().getOrDefault(service + "_USER", otherwise);
    }

    private static String password(String service) {
        return System.getenv().getOrDefault(service + "_PASSWORD", "");
    }
}
