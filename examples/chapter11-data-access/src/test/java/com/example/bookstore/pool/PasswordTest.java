package com.example.bookstore.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A PostgreSQL of the test's own that asks for a password: the ones all tests share let everybody in. */
class PasswordTest {

    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

    @Test
    @DisplayName("PostgreSQL：密码不对与没有这个用户，报的是同一句；没给密码是另一句")
    void wrongPassword() throws Exception {
        try (ProgramFolder folder = ProgramFolder.create("postgres-")) {
            Path password = folder.write("password", "let-me-in\n");
            Path data = folder.folder("data");
            run("chown", "-R", owner(), folder.path().toString());
            run(asOwner(program("initdb"), "--pgdata=" + data, "--username=bookstore", "--pwfile=" + password,
                    "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"));
            int port = RunningProgram.freePort();
            try (RunningProgram server = RunningProgram.start(List.of(asOwner(program("postgres"), "-D", data.toString(),
                    "-p", String.valueOf(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")),
                    folder.path(), Map.of())) {
                server.await("ready to accept connections");
                String url = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
                DriverManager.getConnection(url, "bookstore", "let-me-in").close();
                SQLException refused = refusal(url, "bookstore", "let-me-out");
                assertThat(refused.getSQLState()).isEqualTo("28P01");
                assertThat((Throwable) refusal(url, "nobody", "let-me-in"))
                        .hasMessage(refused.getMessage().replace("bookstore", "nobody"));
                assertThat((Throwable) refusal(url, "bookstore", null)).hasMessageContaining("no password was provided");
                Recording.check("password-refused.txt", refused.toString());
            }
        }
    }

    private static SQLException refusal(String url, String user, String password) {
        return catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url, user, password).close());
    }

    private static String program(String name) throws IOException {
        if (!Files.isDirectory(VERSIONS)) {
            throw Missing.part("没有 " + VERSIONS + "：请安装 Debian 的 postgresql");
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            return versions.sorted().toList().getLast().resolve("bin").resolve(name).toString();
        }
    }

    private static String owner() {
        String user = System.getProperty("user.name");
        return user.equals("root") ? "postgres" : user;
    }

    /** PostgreSQL does not start as root. */
    private static String[] asOwner(String... command) {
        List<String> whole = new ArrayList<>();
        if (owner().equals("postgres")) {
            whole.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        whole.addAll(List.of(command));
        return whole.toArray(String[]::new);
    }

    private static void run(String... command) {
        ConsoleRun run = ConsoleRun.run(List.of(command), Path.of("/"), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }
}
