package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("deploy.sh：坏的版本上不了线，或者自己退回来，顾客一直在看")
@RequiresProgram("curl")
@RequiresProgram("pgrep")
@RequiresProgram("flock")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class DeployTests {

    @TempDir
    static Path folder;

    private static final String GATED = "冒烟拦住，没有换过去";
    private static final String RETURNED = "换过去之后自己退回";
    private static final String STOPPED = "先停后启";

    private static Server server;
    private static final Map<String, Visitor> VISITORS = new HashMap<>();
    private static final Map<String, Integer> FAILED = new HashMap<>();

    /** 坏的版本都不会留下来，所以除了最后两个，每个测试都从 1.0.0 开始。 */
    @BeforeAll
    static void firstDeployment() throws IOException {
        server = new Server(Files.createDirectory(folder.resolve("opt")), Map.of());
        server.install("1.0.0", Release.unchanged("1.0.0", folder));
        ConsoleRun run = server.deploy(Map.of("RUNNER_TRACKING_ID", "github_1", "JENKINS_NODE_COOKIE", "1",
                "JENKINS_SERVER_COOKIE", "durable-1",
                "COLUMNS", "40" /* 终端的宽度，ps 会按它截短 */), "1.0.0");
        assertThat(run.exitCode()).as(run.output() + server.logs()).isZero();
        Recording.check("first-deployment.txt", "$ ./deploy/deploy.sh 1.0.0\n" + run.output());
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
    }

    private static int failed(LoadResult load) {
        return load.sent() - load.count(200);
    }

    private static void stillFirst() {
        assertThat(server.version()).isEqualTo("1.0.0");
        assertThat(Files.exists(server.home.resolve("run/" + server.green + ".pid"))).isFalse();
    }

    @Test
    @Order(1)
    @DisplayName("第一次上线：顾客经过 nginx 看到它")
    void first() {
        assertThat(Server.get(server.nginx.uri("/books")).body()).contains("Spring 实战");
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("健康检查与物料清单不经过 nginx 给外面看")
    void actuatorIsInside() {
        assertThat(Server.get(server.nginx.uri("/actuator/sbom/application")).statusCode()).isEqualTo(404);
        assertThat(Server.get(server.nginx.uri("/actuator/health")).statusCode()).isEqualTo(404);
        assertThat(Server.get(URI.create("http://127.0.0.1:" + server.blue + "/actuator/health")).statusCode()).isEqualTo(200);
    }

    @Test
    @Order(1)
    @DisplayName("书店不带流水线做的记号，也不在脚本的会话里：作业结束或中止时不会被一起结束")
    void survivesTheJob() throws IOException {
        String pid = Server.read(server.home.resolve("run/" + server.blue + ".pid")).strip();
        assertThat(Server.read(Path.of("/proc", pid, "environ"))).contains("LC_ALL=")
                .doesNotContain("RUNNER_TRACKING_ID").doesNotContain("JENKINS_NODE_COOKIE").doesNotContain("JENKINS_SERVER_COOKIE");
        ConsoleRun session = ConsoleRun.run(List.of("ps", "-o", "sid=", "-p", pid), folder, null, Map.of());
        assertThat(session.output().strip()).isEqualTo(pid);
    }

    @Test
    @Order(1)
    @DisplayName("没有写版本：说出用法")
    void usage() {
        ConsoleRun run = server.deploy();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("用法：deploy.sh 版本，或 deploy.sh --back");
    }

    @Test
    @Order(1)
    @DisplayName("没有这个版本：不上线")
    void missing() {
        ConsoleRun run = server.deploy("7.7.7");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("没有上线：releases/7.7.7 不完整，或被改过");
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("产物被改过一个字节：不上线")
    void tampered() throws IOException {
        server.install("1.1.0", Release.unchanged("1.1.0", folder));
        Files.write(server.home.resolve("releases/1.1.0/bookstore.jar"), new byte[] {0}, StandardOpenOption.APPEND);
        ConsoleRun run = server.deploy("1.1.0");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("tampered.txt", "$ ./deploy/deploy.sh 1.1.0\n" + run.output());
        stillFirst();
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(strings = {"server 127.0.0.1:%d;\r\n", "  server 127.0.0.1:%d;\n", "server 127.0.0.1:%d max_fails=0;\n",
            "server 127.0.0.1:%1$d;\nserver 127.0.0.1:%1$d;\n", ""})
    @DisplayName("live.conf 是手写的，认不出谁在接待顾客：不上线，也不停掉谁")
    void unknownLive(String line) throws IOException {
        Path live = server.home.resolve("live.conf");
        String before = Server.read(live);
        try {
            Files.writeString(live, line.formatted(server.blue));
            ConsoleRun run = server.deploy("1.0.0");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("看不懂 live.conf");
        }
        finally {
            Files.writeString(live, before);
        }
        stillFirst();
    }

    @ParameterizedTest
    @Order(1)
    @CsvSource({"WAIT, 60s, 不带单位", "WATCH, 0.5, 不带单位", "HOME_FOLDER, /no/such/folder, 先运行 setup.sh",
            "NGINX_TEST, no-such-program -t, 没有 no-such-program 这个命令"})
    @DisplayName("设置写错、没有准备好：结束码是 1，说出是哪一样，什么也不动")
    void badSettings(String name, String value, String said) {
        ConsoleRun run = server.deploy(Map.of(name, value), "1.0.0");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains(said);
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("还没有上一版：退不回去，也不动现在的")
    void nothingToGoBackTo() {
        ConsoleRun run = server.deploy("--back");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEqualTo("上一版没有在运行，退不回去\n");
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("nginx 没有在运行：什么也不动")
    void noNginx() throws IOException {
        Path stale = Files.writeString(folder.resolve("stale.pid"), "999999999\n");
        ConsoleRun run = server.deploy(Map.of("NGINX_PID", stale.toString()), "1.0.0");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("nginx 没有在运行");
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("另一次发布没有结束：第二次马上被拒绝")
    void oneAtATime() {
        try (RunningProgram holder = RunningProgram.start(List.of("flock", server.home.resolve("run/lock").toString(),
                "sh", "-c", "echo locked; sleep 120"), folder, Map.of())) {
            holder.await("locked");
            ConsoleRun run = server.deploy("1.0.0");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).isEqualTo("另一次发布还没有结束\n");
        }
        stillFirst();
    }

    @Test
    @Order(2)
    @DisplayName("启动不了的版本：进程一退出就停下，不等到时间，顾客没有见到它")
    void doesNotStart() {
        server.install("2.0.1", Release.build("broken-start", "2.0.1", folder));
        try (Load.Running customers = server.customers()) {
            ConsoleRun run = server.deploy("2.0.1");
            LoadResult load = customers.stop();
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            assertThat(load.sent()).isPositive();
            Recording.check("does-not-start.txt", "$ ./deploy/deploy.sh 2.0.1\n" + run.output()
                    + "发布期间失败的请求：" + failed(load) + "\n");
        }
        assertThat(server.log(server.green)).contains("Migration").contains("BOOKS");
        Recording.check("does-not-start-log.txt", server.log(server.green).lines()
                .filter(line -> line.startsWith("Message") || line.startsWith("SQL State")).distinct()
                .reduce("", (all, line) -> all + line + "\n"));
        stillFirst();
    }

    @Test
    @Order(2)
    @DisplayName("健康检查是绿的、页面是 500 的版本：冒烟测试拦住")
    void pageBroken() {
        server.install("2.0.2", Release.build("broken-page", "2.0.2", folder));
        try (Load.Running customers = server.customers(); Visitor visitor = visitor(GATED)) {
            ConsoleRun run = server.deploy("2.0.2");
            visitor.stop();
            LoadResult load = customers.stop();
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            assertThat(failed(load)).isZero();
            FAILED.put(GATED, failed(load));
            Recording.check("page-broken.txt", "$ ./deploy/deploy.sh 2.0.2\n" + run.output()
                    + "发布期间失败的请求：" + failed(load) + "\n");
        }
        stillFirst();
    }

    @Test
    @Order(1)
    @DisplayName("运行着的是别的版本：冒烟测试认得出；版本对，就没有话说")
    void wrongVersion() {
        String base = "http://127.0.0.1:" + server.blue;
        assertThat(server.script("deploy/smoke.sh", Map.of(), base, "1.0.0").output()).isEmpty();
        ConsoleRun run = server.script("deploy/smoke.sh", Map.of(), base, "2.0.3");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("wrong-version.txt", "$ ./deploy/smoke.sh http://127.0.0.1:8081 2.0.3\n" + run.output());
    }

    @Test
    @Order(2)
    @DisplayName("连接不还的版本：过得了健康门，换过去之后出错，自己退回来")
    void goesBackByItself() {
        server.install("2.0.4", Release.build("leak", "2.0.4", folder));
        LoadResult during;
        ConsoleRun run;
        try (Load.Running customers = server.customers(); Visitor visitor = visitor(RETURNED)) {
            Map<String, String> environment = new HashMap<>(Server.IMPATIENT);
            environment.put("WATCH", "20");
            run = server.deploy(environment, "2.0.4");
            during = customers.stop();
            visitor.stop();
        }
        assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
        assertThat(during.count(500)).isPositive();
        FAILED.put(RETURNED, failed(during));
        stillFirst();
        LoadResult after = Load.get(server.nginx.uri("/books"), 200, 4, Duration.ofSeconds(60)).run();
        assertThat(after.count(200)).isEqualTo(200);
        assertThat(server.log(server.green)).contains("request timed out after");
        Recording.check("goes-back.txt", "$ ./deploy/deploy.sh 2.0.4\n" + run.output()
                + "换过去的那一会儿失败的请求：" + (failed(during) > 0 ? "有" : "没有") + "\n"
                + "退回之后的 200 个请求，失败 " + failed(after) + " 个\n");
        Recording.check("pool-empty.txt", server.log(server.green).lines()
                .filter(line -> line.contains("request timed out after")).map(line -> line.replaceAll(".*HikariPool", "HikariPool"))
                .map(line -> line.replaceAll("timed out after \\d+ms", "timed out after 250ms")
                        .replaceAll("waiting=\\d+", "waiting=1"))
                .findFirst().orElseThrow());
    }

    @Test
    @Order(3)
    @DisplayName("好的版本：一个请求也没有失败；再退回上一版，也没有")
    void goodAndBack() {
        server.install("2.0.0", Release.unchanged("2.0.0", folder));
        try (Load.Running customers = server.customers()) {
            ConsoleRun run = server.deploy("2.0.0");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(server.version()).isEqualTo("2.0.0");
            ConsoleRun back = server.deploy("--back");
            assertThat(back.exitCode()).as(back.output()).isZero();
            assertThat(server.version()).isEqualTo("1.0.0");
            ConsoleRun again = server.deploy("--back");
            assertThat(again.exitCode()).isZero();
            assertThat(server.version()).isEqualTo("2.0.0");
            ConsoleRun refused = server.deploy(Map.of("NGINX_TEST", "false"), "--back");
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.output()).isEqualTo("nginx 不接受这份配置，没有换\n");
            assertThat(Server.read(server.home.resolve("live.conf"))).contains(":" + server.green + ";");
            LoadResult load = customers.stop();
            assertThat(failed(load)).as(load.toString()).isZero();
            assertThat(load.sent()).isGreaterThan(50);
            Recording.check("good.txt", "$ ./deploy/deploy.sh 2.0.0\n" + run.output()
                    + "发布期间失败的请求：" + failed(load) + "\n");
            Recording.check("back.txt", "$ ./deploy/deploy.sh --back\n" + back.output()
                    + "退回期间失败的请求：" + failed(load) + "\n");
        }
    }

    @Test
    @Order(4)
    @DisplayName("停在校验和的发布不碰上一版；改了 live.conf、还没有通知 nginx 时被结束：下一次发布先让两边一致，不停掉顾客正在用的")
    void killedInTheMiddleOfTheSwitch() throws IOException {
        assertThat(server.deploy("1.1.0").exitCode()).isEqualTo(1);
        String live = Server.read(server.home.resolve("live.conf"));
        ConsoleRun back = server.deploy(Map.of("NGINX_TEST", "cp live.conf checked.conf"), "--back");
        assertThat(back.output()).isEqualTo("已退回 1.0.0\n");
        assertThat(Server.read(server.home.resolve("checked.conf"))).isEqualTo(live);

        // point_to 里的 rm 只删一个文件，正好在 mv 与 HUP 之间
        String kill = program("rm", "if [ $# = 2 ]; then exec 9>&-; kill -9 $PPID; fi; PATH=${PATH#*:}; exec rm \"$@\"");
        assertThat(server.deploy(Map.of("PATH", kill + ":" + Scripts.path()), "--back").exitCode()).isGreaterThan(1);
        assertThat(Server.read(server.home.resolve("live.conf"))).contains(":" + server.green + ";");
        assertThat(server.version()).isEqualTo("1.0.0");

        String dead = program("java", "exit 1") + ":" + Scripts.path();
        ConsoleRun next = server.deploy(Map.of("PATH", dead), "2.0.0");
        assertThat(next.exitCode()).as(next.output()).isEqualTo(1);
        assertThat(next.output()).endsWith("没有上线：2.0.0 没有过健康门，顾客没有见到它\n");
        assertThat(server.version()).isEqualTo("2.0.0");
        diesAtOnce(dead);
        assertThat(server.version()).isEqualTo("2.0.0");
    }

    /** {@code ps} 还没有见到，进程就已经退出了：不再等它变成 java。 */
    private static void diesAtOnce(String dead) throws IOException {
        Path naps = folder.resolve("naps");
        String path = program("ps", "echo sh deploy.sh") + ":" + dead;
        path = program("sleep", "echo >>'" + naps + "'; PATH=${PATH#*:}; exec sleep \"$@\"") + ":" + path;
        assertThat(server.deploy(Map.of("PATH", path), "2.0.0").exitCode()).isEqualTo(1);
        assertThat(naps.toFile().exists() ? Files.readAllLines(naps) : List.of()).hasSizeLessThan(50);
    }

    /** 一个目录，里面只有这一个程序，放在 PATH 最前面。 */
    private static String program(String name, String script) throws IOException {
        Path file = folder.resolve("bin-" + name).resolve(name.replaceAll(".*/", ""));
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.getParent().toString();
    }

    @Test
    @Order(5)
    @DisplayName("脚本在换过去之前被结束、nginx 不接受配置：顾客还在原来的版本，退回也不会指到没有上过线的")
    void refusedBeforeTheSwitch() throws IOException {
        String live = Server.read(server.home.resolve("live.conf"));
        String pretended = pretended("2.0.0") + ":" + Scripts.path();
        Path kill = Files.writeString(folder.resolve("kill.sh"), "exec 9>&-\nkill -9 $PPID\n");
        Map<String, String> environment = Map.of("NGINX_TEST", "sh " + kill, "PATH", lateToBeJava() + ":" + pretended);
        ConsoleRun killed = server.deploy(environment, "2.0.0");
        assertThat(killed.exitCode()).isGreaterThan(1);
        assertThat(killed.output()).isEqualTo("启动 2.0.0\n");
        assertThat(Server.read(server.home.resolve("live.conf"))).isEqualTo(live);
        assertThat(server.home.resolve("run/" + server.blue + ".pid")).exists();
        assertThat(server.deploy("--back").output()).isEqualTo("上一版没有在运行，退不回去\n");

        ConsoleRun refused = server.deploy(Map.of("NGINX_TEST", "false", "PATH", pretended), "2.0.0");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).isEqualTo("启动 2.0.0\nnginx 不接受这份配置，没有换\n");
        assertThat(Server.read(server.home.resolve("live.conf"))).isEqualTo(live);
        assertThat(server.home.resolve("run/" + server.blue + ".pid")).doesNotExist();
        assertThat(server.deploy("--back").output()).isEqualTo("上一版没有在运行，退不回去\n");
        assertThat(server.version()).isEqualTo("2.0.0");
    }

    /** 这里看的是脚本，不是书店：{@code java} 只是等着，{@code curl} 替它回答，过得了健康门。 */
    private static String pretended(String version) throws IOException {
        return program("waiting/java", "[ -p nobody ] || mkfifo nobody; exec sh -c 'read nothing <>nobody' \"$@\"") + ":"
                + program("answering/curl", "case \"$*\" in *readiness) ;; *) echo '\"version\":\"" + version
                        + "\" \"title\" \"id\":1' ;; esac");
    }

    /** 忙的机器上，新进程刚分出来，还没有变成 java：第一次问，{@code ps} 说的是脚本自己。 */
    private static Path lateToBeJava() throws IOException {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        Path asked = folder.resolve("asked");
        Path ps = Files.writeString(programs.resolve("ps"), """
                #!/bin/sh
                if [ -e '%1$s' ] || [ ! -e run/%2$d.unseen ]; then PATH=${PATH#*:}; exec ps "$@"; fi
                : >'%1$s'; echo sh deploy.sh
                """.formatted(asked, server.blue));
        assertThat(ps.toFile().setExecutable(true)).isTrue();
        return programs;
    }

    @Test
    @Order(6)
    @DisplayName("新版本有错，上一版也已经不在了：不指到没有人的端口去，结束码 3；看的时间短，也认得出一直不回答的页面")
    void noGoodVersion() throws IOException {
        long dead = Long.parseLong(Server.read(server.home.resolve("run/" + server.green + ".pid")).strip());
        ProcessHandle process = ProcessHandle.of(dead).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
        server.install("2.0.5", Release.unchanged("2.0.5", folder));
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            Thread.startVirtualThread(() -> answerOnce(silent));
            ConsoleRun run = server.deploy(Map.of("PAGE", "http://127.0.0.1:" + silent.getLocalPort() + "/"), "2.0.5");
            assertThat(run.exitCode()).as(run.output()).isEqualTo(3);
            assertThat(run.output()).endsWith("2.0.5 有错，又没有好的上一版可退\n");
        }
        assertThat(server.version()).isEqualTo("2.0.5");
    }

    /** 换之前问的那一次有回答，之后的连得上，没有回答。 */
    private static void answerOnce(ServerSocket page) {
        try (Socket first = page.accept()) {
            first.getInputStream().read();
            first.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            first.shutdownOutput();
            first.getInputStream().readAllBytes();
        }
        catch (IOException ex) {
            // 没有人来问：发布的结果自己说得出
        }
    }

    @Test
    @Order(7)
    @DisplayName("先停后启：中间的请求都失败了")
    void stopThenStart() throws IOException {
        int port = Integer.parseInt(Server.read(server.home.resolve("live.conf")).replaceAll("(?s).*:(\\d+);.*", "$1"));
        try (Load.Running customers = server.customers(); Visitor visitor = visitor(STOPPED)) {
            assertThat(port).isEqualTo(server.blue);
            ConsoleRun run = server.script("deploy/stop-then-start.sh", Map.of(), String.valueOf(port), "2.0.0");
            assertThat(run.exitCode()).as(run.output()).isZero();
            URI page = server.nginx.uri("/books");
            await().atMost(Duration.ofSeconds(100)).pollInterval(Duration.ofMillis(100))
                    .until(() -> Server.get(page).statusCode() == 200);
            visitor.stop();
            LoadResult load = customers.stop();
            assertThat(load.count(502)).isGreaterThan(5);
            FAILED.put(STOPPED, failed(load));
            Recording.check("stop-then-start.txt", "$ ./deploy/stop-then-start.sh 8081 2.0.0\n"
                    + "发布期间失败的请求：" + (load.count(502) > 5 ? "有，是 502" : "没有") + "\n");
        }
    }

    private static Visitor visitor(String deployment) {
        Visitor visitor = new Visitor(server.nginx.uri("/books"));
        VISITORS.put(deployment, visitor);
        return visitor;
    }

    @Test
    @Order(8)
    @DisplayName("同一位顾客，三次发布各有多久看不到书：拦住的一次也没有，退回的不超过看的时间，先停后启的要等到启动完")
    void downtime() {
        Table table = new Table("发布", "四位顾客失败的请求", "另一位顾客从看不到书到又看得到");
        for (String deployment : List.of(GATED, RETURNED, STOPPED)) {
            Visitor visitor = VISITORS.get(deployment);
            int requests = FAILED.get(deployment);
            double seconds = visitor.downtime().toMillis() / 1000.0;
            table.row(deployment, requests >= 3 ? "3 个以上" : requests, visitor.failed() == 0 ? "0"
                    : deployment.equals(STOPPED) ? (seconds > 2 ? "2 秒以上，启动要多久就多久" : seconds)
                    : (seconds < 20 ? "不到 20 秒" : seconds));
        }
        Recording.check("downtime.tsv", table.toString());
    }

    private static ConsoleRun canary(String percent) {
        return server.script("deploy/canary.sh", Map.of("STABLE", "127.0.0.1:" + server.blue,
                "CANARY", "127.0.0.1:" + server.green), percent);
    }

    /** 二十位顾客各由哪个端口接的。 */
    private static Set<String> servedBy() {
        return IntStream.range(0, 20).mapToObj(customer -> Server.send(HttpRequest.newBuilder(server.nginx.uri("/books"))
                .header("Cookie", "customer=c" + customer).build()))
                .map(response -> response.statusCode() + " " + response.headers().firstValue("X-Served-By").orElseThrow())
                .collect(Collectors.toSet());
    }

    @Test
    @Order(9)
    @DisplayName("先换成灰度的配置再发布：顾客一个也没有过去；换回来，顾客都在 live.conf 指的那一版；灰度做到一半又发布一次，老版本被停掉，顾客看到 502")
    void deployBehindTheCanary() {
        String stable = "200 127.0.0.1:" + server.blue;
        String canary = "200 127.0.0.1:" + server.green;
        assertThat(canary("0").exitCode()).isZero();
        server.use(Recording.module().resolve("deploy/canary.conf"));
        await().atMost(Duration.ofSeconds(60)).until(() -> servedBy().equals(Set.of(stable)));

        try (Load.Running customers = server.customers()) {
            ConsoleRun run = server.deploy("2.0.5");
            assertThat(run.exitCode()).as(run.output() + server.logs()).isZero();
            assertThat(Server.read(server.home.resolve("live.conf"))).contains(":" + server.green + ";");
            assertThat(servedBy()).containsExactly(stable);
            assertThat(failed(customers.stop())).isZero();
        }
        assertThat(canary("50").exitCode()).isZero();
        await().atMost(Duration.ofSeconds(60)).until(() -> servedBy().equals(Set.of(stable, canary)));

        server.use(Recording.module().resolve("deploy/bookstore.conf"));
        await().atMost(Duration.ofSeconds(60)).until(() -> servedBy().equals(Set.of(canary)));
        assertThat(server.version()).isEqualTo("2.0.5");

        server.use(Recording.module().resolve("deploy/canary.conf"));
        await().atMost(Duration.ofSeconds(60)).until(() -> servedBy().equals(Set.of(stable, canary)));
        // 老版本一停就是 502，不用等新的启动
        ConsoleRun again = server.deploy(Map.of("PATH", folder.resolve("bin-java") + ":" + Scripts.path()), "2.0.0");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(servedBy()).containsExactlyInAnyOrder(stable.replaceFirst("^200", "502"), canary);
    }
}
