package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("重启：一台停机时外面看到什么，逐台重启丢不丢请求")
@RequiresService(Service.POSTGRESQL)
class RestartTests {

    /** 每种做法至少要有这么多成功的请求，失败数才说明问题。 */
    private static final int ENOUGH = 30;

    /** 每件事一个线程：公共池在两个核的机器上只有一个，等着的占住它，被等的就没有地方跑。 */
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    @Test
    @DisplayName("收到 SIGTERM 之后：在途的做完，新连接被拒，空闲的旧连接被关掉")
    void duringShutdown() throws Exception {
        Table table = new Table("", "默认（graceful）", "server.shutdown=immediate");
        CompletableFuture<Map<String, String>> other =
                CompletableFuture.supplyAsync(() -> shutdown("immediate"), THREADS);
        Map<String, String> graceful = shutdown("graceful");
        Map<String, String> immediate = other.get();
        graceful.forEach((what, seen) -> table.row(what, seen, immediate.get(what)));
        Recording.check("during-shutdown.txt", table.toString());
        assertThat(graceful.values()).containsExactly("被拒绝", "连接断了", "200", "143");
        assertThat(immediate.values()).containsExactly("被拒绝", "连接断了", "连接断了", "143");
    }

    private static Map<String, String> shutdown(String mode) {
        int port = RunningProgram.freePort();
        try (Database database = new Database(); Server server = new Server(database)) {
            if (mode.equals("immediate")) {
                server.with("SERVER_SHUTDOWN", mode);
            }
            RunningProgram program = server.start(port);
            try (Wire idle = new Wire(port); Wire busy = new Wire(port)) {
                assertThat(seen(idle, "GET /readyz")).isEqualTo("200");
                CompletableFuture<String> halfway = CompletableFuture
                        .supplyAsync(() -> seen(busy, "GET /reports/stock?seconds=3"), THREADS);
                program.await("开始盘点");
                program.terminate();
                await().atMost(Duration.ofSeconds(30)).until(() -> Wire.refused(port));
                String onIdle = seen(idle, "GET /readyz");
                Map<String, String> result = new LinkedHashMap<>();
                result.put("新连接", "被拒绝");
                result.put("空闲的旧连接上，GET /readyz", onIdle);
                result.put("在途的请求", halfway.join());
                result.put("退出码", String.valueOf(program.exitCode()));
                return result;
            }
        }
    }

    private static String seen(Wire wire, String request) {
        try {
            Wire.Response response = wire.send(request);
            return String.valueOf(response.status());
        }
        catch (IOException ex) {
            return "连接断了";
        }
    }

    @Test
    @RequiresProgram(value = "nginx", option = "-v")
    @RequiresProgram(value = "openssl", option = "version")
    @RequiresProgram("curl")
    @DisplayName("逐台重启：先摘流量的脚本一个不丢；kill -9 丢 POST")
    void rolling() throws Exception {
        int[] ports = {RunningProgram.freePort(), RunningProgram.freePort()};
        try (Database database = new Database(); Server server = new Server(database);
                Nginx nginx = new Nginx(ports); Instances instances = new Instances(server, ports)) {
            nginx.start();

            Map<String, Integer> scripted = underLoad(nginx, instances, () -> {
                ConsoleRun run = rollingRestart(nginx, instances, ports);
                assertThat(run.exitCode()).as(run.output()).isZero();
                Recording.check("rolling-restart.txt", "$ ./rolling-restart.sh 8081 8082\n"
                        + Nginx.withoutNotices(run.output())
                        .replace(String.valueOf(ports[0]), "8081").replace(String.valueOf(ports[1]), "8082"));
            });
            assertThat(scripted).isEmpty();

            Map<String, Integer> direct = underLoad(nginx, instances, () -> instances.restart(ports[0]));
            Map<String, Integer> killed = underLoad(nginx, instances, () -> instances.kill(ports[0]));
            System.out.println("直接重启的失败：" + direct + "；kill -9 的失败：" + killed);
            assertThat(direct.keySet()).noneMatch(outcome -> outcome.startsWith("GET"));
            assertThat(killed.keySet()).contains("POST 502").noneMatch(outcome -> outcome.startsWith("GET"));

            Table table = new Table("做法", "GET 失败", "POST 失败");
            table.row("rolling-restart.sh，逐台", failed(scripted, "GET"), failed(scripted, "POST"));
            table.row("kill -9 其中一台", failed(killed, "GET"), failed(killed, "POST"));
            Recording.check("rolling-table.txt", table.toString());
        }
    }

    private static String failed(Map<String, Integer> failures, String method) {
        return failures.keySet().stream().anyMatch(key -> key.startsWith(method)) ? "有，502" : "没有";
    }

    /** 一件事，前后与其间都有请求不停地来。 */
    private static Map<String, Integer> underLoad(Nginx nginx, Instances instances, Runnable change) {
        try (Load load = new Load(nginx)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> load.successes() >= ENOUGH);
            // 每一台都要接到了请求：没有请求的机器，停了也不会丢什么。
            await().atMost(Duration.ofSeconds(60)).until(instances.allServing());
            change.run();
            int before = load.successes();
            await().atMost(Duration.ofSeconds(60)).until(() -> load.successes() >= before + ENOUGH);
            return load.failures();
        }
    }

    /** 运行 rolling-restart.sh；这里没有 systemd，“systemctl restart bookstore@8081”换成对测试说一声。 */
    private static ConsoleRun rollingRestart(Nginx nginx, Instances instances, int... ports) {
        Map<String, String> environment = new HashMap<>(nginx.scriptEnvironment());
        environment.put("RESTART", "curl -fsS http://127.0.0.1:" + instances.controlPort() + "/");
        return ConsoleRun.run(List.of(Server.DEPLOY.resolve("rolling-restart.sh").toString(),
                String.valueOf(ports[0]), String.valueOf(ports[1])), nginx.prefix(), null, environment);
    }

    /** 几台应用，和一个能叫它们重启的地址；像 systemctl restart 一样，等旧的退出再起新的，不等新的就绪。 */
    private static final class Instances implements AutoCloseable {

        private final Server server;
        private final Map<Integer, RunningProgram> programs = new ConcurrentHashMap<>();
        private final HttpServer control;

        Instances(Server server, int... ports) throws IOException {
            this.server = server;
            for (int port : ports) {
                programs.put(port, server.launch(port));
            }
            programs.values().forEach(program -> program.await("Started BookstoreApplication"));
            control = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            control.createContext("/", exchange -> {
                swap(Integer.parseInt(exchange.getRequestURI().getPath().substring(1)));
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            control.start();
        }

        int controlPort() {
            return control.getAddress().getPort();
        }

        /** 从现在起，每一台都又接了几个请求。 */
        Callable<Boolean> allServing() {
            Map<Integer, Integer> before = new HashMap<>();
            programs.forEach((port, program) -> before.put(port, reports(program)));
            return () -> programs.entrySet().stream()
                    .allMatch(entry -> reports(entry.getValue()) >= before.get(entry.getKey()) + 5);
        }

        private static int reports(RunningProgram program) {
            return count(program, "开始盘点");
        }

        private static int count(RunningProgram program, String text) {
            return program.output().split(text, -1).length - 1;
        }

        private RunningProgram swap(int port) {
            programs.get(port).terminate();
            assertThat(programs.get(port).exitCode()).isEqualTo(143);
            programs.put(port, server.launch(port));
            return programs.get(port);
        }

        /** 重启一台，等它就绪。 */
        void restart(int port) {
            swap(port).await("Started BookstoreApplication");
        }

        /** 在它手上刚有一笔单子时拔掉，不等它；然后起新的，等它就绪。 */
        void kill(int port) {
            int before = count(programs.get(port), "开始下单");
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10))
                    .until(() -> count(programs.get(port), "开始下单") > before);
            programs.get(port).kill();
            assertThat(programs.get(port).exitCode()).isEqualTo(137);
            programs.put(port, server.start(port));
        }

        @Override
        public void close() {
            control.stop(0);
        }
    }
}
