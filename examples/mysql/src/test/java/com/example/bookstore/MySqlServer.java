package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;

/**
 * A MySQL 8.0 server of the tests, in a process of its own: the tests of a run share one. Its root has no
 * password. It ends with the JVM. Its zone is UTC; the machine's, its {@code SYSTEM}, is China's, which calls
 * itself CST.
 */
final class MySqlServer {

    static final String PASSWORD = "secret";

    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static MySqlServer shared;

    private final Path home;
    private final ProgramFolder folder = ProgramFolder.create("mysql-");
    private final int port = RunningProgram.freePort();
    private RunningProgram program;

    private MySqlServer(Path home) {
        this.home = home;
    }

    /**
     * The server, started by the first who asks.
     *
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    static synchronized MySqlServer shared() {
        if (shared == null) {
            MySqlServer server = new MySqlServer(home());
            server.initialize();
            server.start();
            shared = server;
        }
        return shared;
    }

    /** Unpacked once, as Maven fetched it, to {@code target/} of this module. */
    private static Path home() {
        if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
            throw Missing.part("MySQL 8 的压缩包只用在 Linux x86_64 上");
        }
        Path home = Recording.module().resolve("target/mysql-server");
        if (Files.isDirectory(home)) {
            return home;
        }
        Path pom = Recording.module().resolve("server/pom.xml");
        Path unpacked = home.resolveSibling("mysql-server-unpacking");
        System.err.println("从 Maven 仓库取 MySQL 8，第一次要下载 528 MB……");
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand("-q", "-f", pom.toString(), "dependency:unpack",
                "-DoutputDirectory=" + unpacked), pom.getParent(), null, MavenProject.environment("en"));
        if (run.exitCode() != 0) {
            throw Missing.part("Maven 取不到 MySQL 8（" + run.output().lines()
                    .filter(line -> line.startsWith("[ERROR]")).findFirst().orElse("没有说原因")
                    + "）：请检查能否访问 Maven 仓库");
        }
        try {
            return Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void initialize() {
        ConsoleRun run = ConsoleRun.run(command("--initialize-insecure"), folder.path(), null, Map.of());
        if (run.exitCode() != 0) {
            throw Missing.part("MySQL 8 在这台机器上运行不了（" + run.output().strip()
                    + "）：在 Debian 上请安装 libaio1 与 libnuma1");
        }
    }

    private void start() {
        program = RunningProgram.start(command("--port=" + port, "--bind-address=127.0.0.1", "--mysqlx=OFF",
                "--socket=" + folder.path().resolve("s"), "--pid-file=" + folder.path().resolve("pid"),
                "--default-time-zone=+00:00"), folder.path(), Map.of("TZ", "CST-8"));
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!program.output().contains("ready for connections")) {
            if (program.exitCode(Duration.ofMillis(50)).isPresent() || System.nanoTime() > end) {
                throw new IllegalStateException("MySQL 没有就绪：\n" + program.tail(20));
            }
        }
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/mysqld").toString(), "--no-defaults",
                "--basedir=" + home, "--datadir=" + folder.path().resolve("data"),
                "--user=" + System.getProperty("user.name"),
                // Nothing of it outlives the tests.
                "--skip-log-bin", "--innodb-flush-log-at-trx-commit=0", "--innodb-doublewrite=OFF"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Stops it and starts it again, on the same port and with what it holds. */
    void restart() {
        program.terminate();
        program.exitCode();
        start();
    }

    /** A file of its data directory, where the certificates are that it made for itself. */
    Path data(String name) {
        return folder.path().resolve("data").resolve(name);
    }

    int port() {
        return port;
    }

    /**
     * An address for the driver.
     *
     * @param database without slash; may be empty
     * @param parameters such as {@code useSSL=false}; may be empty
     */
    String url(String database, String parameters) {
        return "jdbc:mysql://localhost:" + port + "/" + database + (parameters.isEmpty() ? "" : "?" + parameters);
    }

    /** Runs statements as root. */
    void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url("", ""), "root", "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The last column of the first row, as root sees it. */
    String query(String sql) {
        try (Connection connection = DriverManager.getConnection(url("", ""), "root", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(rows.getMetaData().getColumnCount());
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** A new, empty database {@code bookstore} and a user of that name, who has not logged in yet. */
    MySqlServer anew() {
        execute("drop database if exists bookstore", "create database bookstore",
                "drop user if exists bookstore", "create user bookstore identified by '" + PASSWORD + "'",
                "grant all on bookstore.* to bookstore");
        return this;
    }

    /**
     * The bookstore, started against this server.
     *
     * @param parameters of the driver's address; {@code null} for the address of {@code application.yaml}
     */
    ConfigurableApplicationContext application(String parameters, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--MYSQL_PORT=" + port, "--MYSQL_PASSWORD=" + PASSWORD,
                "--spring.main.banner-mode=off"));
        if (parameters != null) {
            all.add("--spring.datasource.url=" + url("bookstore", parameters));
        }
        all.addAll(List.of(arguments));
        return SpringApplication.run(BookstoreApplication.class, all.toArray(String[]::new));
    }
}
