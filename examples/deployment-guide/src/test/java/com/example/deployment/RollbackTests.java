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
            int waiting = RunningProgram.freePort();
            try (RunningProgram ignored = server.start(waiting)) {
                describe(steps, waiting, "1.0.0");
                server.install("2.0.0", Release.build(changes, folder));
                activate(steps, server, "2.0.0");
                int second = RunningProgram.freePort();
                try (RunningProgram alsoIgnored = server.start(second)) {
                    describe(steps, second, "2.0.0");
                    steps.append("还没轮到的那台，");
                    describe(steps, waiting, "1.0.0");
                }
            }
            activate(steps, server, "1.0.0");
            int port = RunningProgram.freePort();
            RunningProgram first = server.start(port);
            int reading = describe(steps, port, "1.0.0");
            assertThat(send(port, "GET /readyz").status()).isEqualTo(200);
            int adding = add(port);
            return new Drill(steps.toString(), reading, adding, first.output());
        }
    }

    /** 认出是哪一版，查一本书。 */
    private static int describe(StringBuilder steps, int port, String version) throws IOException {
        assertThat(send(port, "GET /actuator/info").body()).contains("\"version\":\"" + version);
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
