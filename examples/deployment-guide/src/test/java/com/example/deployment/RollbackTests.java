package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("回滚演练：第二版上线，再退回第一版，数据库留在新结构上")
@RequiresService(Service.POSTGRESQL)
@RequiresProgram("curl")
class RollbackTests {

    @TempDir
    Path folder;

    /** 退回第一版之后，它说了什么、还能不能用。 */
    private record Drill(String steps, int reading, int adding, String log) {
    }

    @Test
    @DisplayName("只加一列：退回第一版照样能读能写")
    void expand() throws IOException {
        Drill drill = drill("expand");
        assertThat(drill.reading()).isEqualTo(200);
        assertThat(drill.adding()).isEqualTo(201);
        Recording.check("rollback.txt", drill.steps());
        Recording.check("rollback-flyway.txt", line(drill.log(), "is newer than"));
    }

    @Test
    @DisplayName("改列名：退回的第一版读不了，错误写在日志里")
    void rename() throws IOException {
        Drill drill = drill("rename");
        assertThat(drill.reading()).isEqualTo(500);
        Recording.check("rollback-renamed.txt", drill.steps());
        Recording.check("rollback-renamed-log.txt", line(drill.log(), "org.postgresql.util.PSQLException: ERROR: column"));
    }

    private Drill drill(String changes) throws IOException {
        StringBuilder steps = new StringBuilder();
        try (Database database = new Database(); Server server = new Server(database)) {
            visit(steps, server, "1.0.0");
            server.install("2.0.0", Release.build(changes, folder));
            activate(steps, server, "2.0.0");
            visit(steps, server, "2.0.0");
            activate(steps, server, "1.0.0");
            int port = RunningProgram.freePort();
            RunningProgram first = server.start(port);
            int reading = describe(steps, port);
            int adding = add(port);
            return new Drill(steps.toString(), reading, adding, first.output());
        }
    }

    /** 起动、看一眼、停下。 */
    private static void visit(StringBuilder steps, Server server, String version) throws IOException {
        int port = RunningProgram.freePort();
        try (RunningProgram ignored = server.start(port)) {
            describe(steps, port);
            assertThat(send(port, "GET /actuator/info").body()).contains("\"version\":\"" + version);
        }
    }

    private static int describe(StringBuilder steps, int port) throws IOException {
        Wire.Response book = send(port, "GET /books/1");
        steps.append("GET /books/1 → ").append(book.status()).append(' ').append(book.body()).append('\n');
        return book.status();
    }

    private static void activate(StringBuilder steps, Server server, String version) {
        ConsoleRun run = server.activate(version);
        assertThat(run.exitCode()).as(run.output()).isZero();
        steps.append("$ ./activate.sh ").append(version).append('\n').append(run.output());
    }

    /** 加一本书，说出响应码。 */
    private static int add(int port) {
        ConsoleRun run = ConsoleRun.run(List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}",
                "-H", "Content-Type: application/json", "-d", "{\"title\": \"回滚\", \"price\": 100}",
                "http://127.0.0.1:" + port + "/books"), Recording.module(), null, Map.of());
        return Integer.parseInt(run.output().strip());
    }

    private static Wire.Response send(int port, String request) throws IOException {
        try (Wire wire = new Wire(port)) {
            return wire.send(request);
        }
    }

    private static String line(String log, String text) {
        return log.lines().filter(line -> line.contains(text)).findFirst()
                .orElseThrow(() -> new AssertionError(log));
    }
}
