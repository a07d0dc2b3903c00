package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("日志：一行一个 JSON，异常也不散成几十行")
@RequiresService(Service.POSTGRESQL)
class LogTests {

    @Test
    @DisplayName("ecs 格式：每一行都是 JSON，异常的调用栈在字段里")
    void structured() throws Exception {
        try (Database database = new Database(); Server server = new Server(database)) {
            server.with("LOGGING_STRUCTURED_FORMAT_CONSOLE", "ecs").with("SPRING_MAIN_BANNER_MODE", "off");
            int port = RunningProgram.freePort();
            RunningProgram program = server.start(port);
            database.execute("drop table book");
            try (Wire wire = new Wire(port)) {
                assertThat(wire.send("GET /books/1").status()).isEqualTo(500);
            }
            program.await("dispatcherServlet");
            program.close();
            JsonMapper json = JsonMapper.shared();
            assertThat(program.output().lines()).allSatisfy(line -> assertThat(json.readTree(line).isObject()).isTrue());
            JsonNode error = program.output().lines().map(json::readTree)
                    .filter(line -> line.at("/log/level").asString().equals("ERROR")).findFirst().orElseThrow();
            assertThat(error.at("/error/stack_trace").asString().lines().count()).isGreaterThan(20);
            Recording.check("log-line.txt", program.output().lines().filter(line -> line.contains("开始盘点")
                    || line.contains("Started Bookstore")).findFirst().orElseThrow()
                    .replaceAll("\"pid\":\\d+", "\"pid\":12345").replaceAll("in [0-9.]+ seconds \\(process running for [0-9.]+\\)",
                            "in 1.234 seconds (process running for 1.567)"));
        }
    }
}
