package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Nginx：真的进程，真的 TLS，请求用 curl 发")
@RequiresService(Service.POSTGRESQL)
@RequiresProgram(value = "nginx", option = "-v")
@RequiresProgram(value = "openssl", option = "version")
@RequiresProgram("curl")
class NginxTests {

    private static final String SITE = "https://bookstore.example.com";
    private static final String BOOK = "{\"title\": \"深入 Nginx\", \"price\": 6900}";

    private static final int[] PORTS = {RunningProgram.freePort(), RunningProgram.freePort()};
    private static Database database;
    private static Server server;
    private static RunningProgram application;

    @TempDir
    Path folder;

    @BeforeAll
    static void startApplication() {
        database = new Database();
        server = new Server(database);
        application = server.launch(PORTS[0]);
        server.start(PORTS[1]);
        application.await("Started BookstoreApplication");
    }

    @AfterAll
    static void stopApplication() {
        server.close();
        database.close();
    }

    @Test
    @DisplayName("nginx -t：通过；还没有证书，通不过；少一个分号，说出在哪一行")
    void configurationTest() throws IOException {
        try (Nginx nginx = new Nginx(PORTS)) {
            ConsoleRun good = nginx.test();
            assertThat(good.exitCode()).as(good.output()).isZero();
            Path certificate = nginx.prefix().resolve("fullchain.pem");
            Path elsewhere = Files.move(certificate, nginx.prefix().resolve("elsewhere.pem"));
            assertThat(nginx.test().output()).contains("cannot load certificate");
            Files.move(elsewhere, certificate);
            nginx.replace("bookstore.conf", "client_max_body_size 4m;", "client_max_body_size 4m");
            ConsoleRun bad = nginx.test();
            assertThat(bad.exitCode()).isNotZero();
            Recording.check("nginx-t.txt", "$ nginx -t\n" + good.output());
            Recording.check("nginx-t-mistake.txt", "$ nginx -t\n"
                    + bad.output().replaceFirst("^\\S+ \\S+ \\[emerg] \\d+#\\d+:", "nginx: [emerg]"));
        }
    }

    @Test
    @DisplayName("HTTP 转到 HTTPS，验证文件不转；旧的 TLS 版本连不上")
    void https() throws IOException {
        try (Nginx nginx = new Nginx(PORTS).start()) {
            Files.writeString(nginx.prefix().resolve("letsencrypt/.well-known/acme-challenge/token"), "token\n");
            Recording.check("redirect.txt", nginx.curl("-i", "http://bookstore.example.com/books/1?x=1"));
            Recording.check("first-request.txt", nginx.curl("-i", SITE + "/books/1"));
            assertThat(nginx.curl("http://bookstore.example.com/.well-known/acme-challenge/token"))
                    .endsWith("\ntoken\n");
            assertThat(nginx.curl("-o", "/dev/null", "--tlsv1.1", "--tls-max", "1.1", SITE + "/books/1"))
                    .contains("curl: (35)");
            assertThat(nginx.curl("-i", "--compressed", SITE + "/books")).contains("Content-Encoding: gzip");
            // 一本书的 JSON 太短，压了反而变长。
            assertThat(nginx.curl("-i", "--compressed", SITE + "/books/1")).doesNotContain("Content-Encoding");
        }
    }

    @Test
    @DisplayName("Location：不告诉应用外面的样子，它给出的地址是里面的；冒充的头不起作用")
    void location() {
        Map<String, String> locations = new LinkedHashMap<>();
        try (Nginx nginx = new Nginx(PORTS).start()) {
            locations.put("本页的配置", location(nginx));
            locations.put("本页的配置，客户端冒充三个头", location(nginx, "-H", "X-Forwarded-Host: evil.example",
                    "-H", "X-Forwarded-Port: 8443", "-H", "X-Forwarded-Proto: http"));
        }
        try (Nginx nginx = new Nginx(PORTS)
                .replace("bookstore-proxy.conf", "proxy_set_header Host $host;", "").start()) {
            locations.put("Nginx 不传 Host", location(nginx));
        }
        try (Nginx nginx = new Nginx(PORTS)
                .replace("bookstore-proxy.conf", "proxy_set_header X-Forwarded-Port \"\";", "").start()) {
            locations.put("Nginx 不清 X-Forwarded-Port，客户端冒充", location(nginx, "-H", "X-Forwarded-Port: 8443"));
        }
        int port = RunningProgram.freePort();
        try (Server plain = new Server(database).with("SERVER_FORWARD_HEADERS_STRATEGY", "");
                Nginx nginx = new Nginx(port)) {
            plain.start(port);
            nginx.start();
            locations.put("应用不写 forward-headers-strategy", location(nginx));
        }
        locations.replaceAll((configuration, address) -> address.replaceFirst("/books/\\d+$", "/books/51"));
        Table table = new Table("设置", "Location");
        locations.forEach(table::row);
        Recording.check("location.txt", table.toString());
        assertThat(locations.values()).containsExactly(
                "https://bookstore.example.com/books/51",
                "https://bookstore.example.com/books/51",
                "https://bookstore/books/51",
                "https://bookstore.example.com:8443/books/51",
                "http://bookstore.example.com/books/51");
    }

    @Test
    @DisplayName("客户端带来的转发头：应用只看到 Nginx 自己写的；漏清一个，那一个就到")
    void forgedHeaders() throws IOException {
        Map<String, String> forged = new TreeMap<>(Map.of("Forwarded", "host=evil.example",
                "X-forwarded-for", "192.0.2.1", "X-forwarded-host", "evil.example", "X-forwarded-port", "8443",
                "X-forwarded-prefix", "/evil", "X-forwarded-proto", "http", "X-forwarded-ssl", "on"));
        List<String> arguments = new ArrayList<>(List.of("-o", "/dev/null"));
        forged.forEach((name, value) -> arguments.addAll(List.of("-H", name + ": " + value)));
        arguments.add(SITE + "/books/1");
        Map<String, String> arrived = new TreeMap<>();
        HttpServer application = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        application.createContext("/", exchange -> {
            Set<String> names = new TreeSet<>(exchange.getRequestHeaders().keySet());
            names.retainAll(forged.keySet());
            names.forEach(name -> arrived.put(name, exchange.getRequestHeaders().getFirst(name)));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        application.start();
        int port = application.getAddress().getPort();
        try {
            try (Nginx nginx = new Nginx(port).start()) {
                nginx.curl(arguments.toArray(String[]::new));
                assertThat(arrived).isEqualTo(Map.of("X-forwarded-for", "127.0.0.1", "X-forwarded-proto", "https"));
            }
            for (String name : List.of("X-Forwarded-Prefix", "X-Forwarded-Ssl")) {
                arrived.clear();
                try (Nginx nginx = new Nginx(port)
                        .replace("bookstore-proxy.conf", "proxy_set_header " + name + " \"\";", "").start()) {
                    nginx.curl(arguments.toArray(String[]::new));
                    String key = name.charAt(0) + name.substring(1).toLowerCase();
                    assertThat(arrived).hasSize(3).containsEntry(key, forged.get(key));
                }
            }
        }
        finally {
            application.stop(0);
        }
    }

    @Test
    @DisplayName("应用改用 framework：不清 X-Forwarded-Prefix，客户端就把前缀塞进 Location；本页的配置清了")
    void forgedPrefix() {
        int port = RunningProgram.freePort();
        try (Server framework = new Server(database).with("SERVER_FORWARD_HEADERS_STRATEGY", "framework")) {
            framework.start(port);
            try (Nginx nginx = new Nginx(port).start()) {
                assertThat(location(nginx, "-H", "X-Forwarded-Prefix: /evil"))
                        .startsWith("https://bookstore.example.com/books/");
            }
            try (Nginx nginx = new Nginx(port)
                    .replace("bookstore-proxy.conf", "proxy_set_header X-Forwarded-Prefix \"\";", "").start()) {
                assertThat(location(nginx, "-H", "X-Forwarded-Prefix: /evil"))
                        .startsWith("https://bookstore.example.com/evil/books/");
            }
        }
    }

    private static String location(Nginx nginx, String... arguments) {
        String[] all = new String[arguments.length + 6];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(new String[] {"-i", "-H", "Content-Type: application/json", "-d", BOOK, SITE + "/books"},
                0, all, arguments.length, 6);
        return nginx.curl(all).lines().filter(line -> line.startsWith("Location: ")).findFirst()
                .orElse("没有").replace("Location: ", "");
    }

    @Test
    @DisplayName("上传太大：两道关，413 是谁给的看正文")
    void uploads() throws IOException {
        try (Nginx nginx = new Nginx(PORTS).start()) {
            Recording.check("upload-nginx.txt", upload(nginx, 5_000_000));
            Recording.check("upload-application.txt", upload(nginx, 2_500_000));
            assertThat(upload(nginx, 1_500_000)).contains("200 ").endsWith("1500000\n");
            for (int i = 0; i < 20; i++) {
                assertThat(upload(nginx, 3_800_000)).contains("HTTP/1.1 413").contains("application/problem+json");
            }
        }
        try (Nginx nginx = new Nginx(PORTS)
                .replace("bookstore.conf", "client_max_body_size 4m;", "").start()) {
            assertThat(upload(nginx, 1_500_000)).contains("HTTP/1.1 413").contains("<center>nginx</center>");
        }
    }

    private String upload(Nginx nginx, int size) throws IOException {
        Path file = folder.resolve("cover-" + size + ".jpg");
        Files.write(file, new byte[size]);
        return nginx.curl("-i", "-F", "file=@" + file, SITE + "/covers").replace(folder + "/", "")
                .replace("HTTP/1.1 100 Continue\n\n", "").replace("HTTP/1.1 100\n\n", "");
    }

    @Test
    @DisplayName("应用没起来是 502，太慢是 504")
    void badGateway() {
        int nobody = RunningProgram.freePort();
        try (Nginx nginx = new Nginx(nobody).start()) {
            Recording.check("bad-gateway.txt", nginx.curl("-i", SITE + "/books/1"));
        }
        try (Nginx nginx = new Nginx(PORTS)
                .replace("bookstore-proxy.conf", "proxy_read_timeout 30s;", "proxy_read_timeout 1s;").start()) {
            Recording.check("gateway-timeout.txt", nginx.curl("-i", SITE + "/reports/stock?seconds=3"));
        }
    }

    @Test
    @DisplayName("超时换一台：慢的请求被做了两遍，客户端得到的还是 504")
    void retriedTimeout() {
        Table table = new Table("proxy_next_upstream", "客户端看到", "盘点做了几遍");
        for (String when : new String[] {"error http_503", "error timeout"}) {
            try (Nginx nginx = new Nginx(PORTS)
                    .replace("bookstore-proxy.conf", "proxy_read_timeout 30s;", "proxy_read_timeout 1s;")
                    .replace("bookstore-proxy.conf", "error http_503", when).start()) {
                int before = reports();
                String answer = nginx.curl("-i", SITE + "/reports/stock?seconds=3");
                table.row(when, answer.lines().filter(line -> line.startsWith("HTTP/")).findFirst().orElseThrow()
                        .split(" ")[1], reports() - before);
            }
        }
        Recording.check("retried-timeout.txt", table.toString());
        assertThat(table.toString()).containsPattern("error http_503 +504 +1\n")
                .containsPattern("error timeout +504 +2\n");
    }

    @Test
    @DisplayName("两个慢请求超时之后：max_fails 是默认的 1，别人也得到 502；写成 0，别人照常")
    void slowRequestsTakeNobodyAway() {
        Table table = new Table("服务器列表", "两个慢请求", "随后的 GET /books/1");
        for (String maxFails : new String[] {" max_fails=0", ""}) {
            try (Nginx nginx = new Nginx(PORTS)
                    .replace("bookstore-proxy.conf", "proxy_read_timeout 30s;", "proxy_read_timeout 1s;")
                    .replace("bookstore-servers.conf", " max_fails=0", maxFails).start()) {
                String slow = status(nginx, "/reports/stock?seconds=2") + "、"
                        + status(nginx, "/reports/stock?seconds=2");
                table.row(maxFails.isEmpty() ? "不写 max_fails" : maxFails.strip(), slow,
                        status(nginx, "/books/1"));
            }
        }
        Recording.check("max-fails.txt", table.toString());
        assertThat(table.toString()).containsPattern("max_fails=0 +504、504 +200")
                .containsPattern("不写 max_fails +504、504 +502");
    }

    /** 两台的日志里一共开始了几次盘点。 */
    private static int reports() {
        return server.output().split("开始盘点", -1).length - 1;
    }

    @Test
    @DisplayName("SSE：Nginx 攒着发，第一条与最后一条一起到；应用说不要攒，就一条一条到")
    void events() {
        Table table = new Table("X-Accel-Buffering: no", "第一条");
        try (Nginx nginx = new Nginx(PORTS).start();
                Nginx deaf = new Nginx(PORTS).replace("bookstore-proxy.conf", "proxy_http_version 1.1;",
                        "proxy_http_version 1.1;\nproxy_ignore_headers X-Accel-Buffering;").start()) {
            table.row("应用写了", early(nginx) ? "马上到" : "与最后一条一起到");
            table.row("没有（让 Nginx 不理它）", early(deaf) ? "马上到" : "与最后一条一起到");
        }
        Recording.check("events.txt", table.toString());
        assertThat(table.toString()).containsPattern("应用写了 +马上到")
                .containsPattern("让 Nginx 不理它） +与最后一条一起到");
    }

    /** 两条之间隔着两秒；第一条到了之后，最后一条至少还有一秒才到，就是没有攒着。 */
    private static boolean early(Nginx nginx) {
        try (RunningProgram curl = RunningProgram.start(nginx.curlCommand("-N", SITE + "/events"),
                nginx.prefix(), Map.of())) {
            curl.await("data:收到");
            long first = System.nanoTime();
            curl.await("data:备好");
            return System.nanoTime() - first > Duration.ofSeconds(1).toNanos();
        }
    }

    @Test
    @DisplayName("SSE：推到一半查库失败，客户端马上断开，不等 30 秒的时限；日志里有原因")
    void eventsBroken() {
        try (Nginx nginx = new Nginx(PORTS).start();
                RunningProgram curl = RunningProgram.start(nginx.curlCommand("-N", SITE + "/events"),
                        nginx.prefix(), Map.of())) {
            curl.await("data:收到");
            await().atMost(Duration.ofSeconds(15)).until(() -> {
                database.interruptSlowQueries();
                return curl.exitCode(Duration.ZERO).isPresent();
            });
            assertThat(curl.output()).doesNotContain("备好");
            assertThat(server.output()).contains("terminating connection due to administrator command");
        }
    }

    @Test
    @DisplayName("没有第二台在接请求：脚本不摘，失败退出，列表不动")
    void refusesToTakeTheLastOneAway() throws IOException {
        try (Nginx nginx = new Nginx(PORTS[0], RunningProgram.freePort()).start()) {
            String before = Files.readString(nginx.prefix().resolve("bookstore-servers.conf"));
            ConsoleRun run = ConsoleRun.run(List.of(Server.DEPLOY.resolve("rolling-restart.sh").toString(),
                    String.valueOf(PORTS[0])), nginx.prefix(), null, nginx.scriptEnvironment());
            assertThat(run.exitCode()).isEqualTo(1);
            Recording.check("rolling-refused.txt", "$ ./rolling-restart.sh 8081\n"
                    + Nginx.withoutNotices(run.output()).replace(String.valueOf(PORTS[0]), "8081")
                    + "$ echo $?\n" + run.exitCode() + "\n");
            assertThat(Files.readString(nginx.prefix().resolve("bookstore-servers.conf"))).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("端口写错、没有写、配置通不过、同时跑了两次、Nginx 没有运行：脚本一台也不动，失败退出")
    void rollingChecksFirst() throws IOException {
        try (Nginx nginx = new Nginx(PORTS).start()) {
            Path servers = nginx.prefix().resolve("bookstore-servers.conf");
            String before = Files.readString(servers);
            String first = String.valueOf(PORTS[0]);
            Map<String, String> environment = new HashMap<>(nginx.scriptEnvironment());
            Path restarted = folder.resolve("restarted");
            environment.put("RESTART", "touch " + restarted + " ");

            assertThat(refused(nginx, environment, first, "1")).contains("里没有 server 127.0.0.1:1 max_fails=0;");
            assertThat(refused(nginx, environment)).isEqualTo("写成 rolling-restart.sh 8081 8082\n");

            Files.writeString(servers, before.replace(PORTS[0] + " max_fails=0", first));
            assertThat(refused(nginx, environment, first)).contains("里没有 server 127.0.0.1:" + first);
            Files.writeString(servers, before);

            nginx.replace("bookstore.conf", "keepalive 32;", "keepalive 32");
            assertThat(refused(nginx, environment, first)).contains("bookstore.conf");
            nginx.replace("bookstore.conf", "keepalive 32", "keepalive 32;");

            // 重启的命令换成再跑一遍这个脚本：第一遍还没有结束。
            environment.put("RESTART", Server.DEPLOY.resolve("rolling-restart.sh") + " ");
            ConsoleRun twice = rollingRestart(nginx, environment, first);
            assertThat(Nginx.withoutNotices(twice.output())).isEqualTo(first + " 已摘下\n另一次重启还没有结束\n");
            Files.writeString(servers, before);

            nginx.stop();
            environment.put("RESTART", "touch " + restarted + " ");
            assertThat(refused(nginx, environment, first)).startsWith("Nginx 没有在运行");
            assertThat(restarted).doesNotExist();
            assertThat(folder.toFile().list()).isEmpty();
            assertThat(Files.readString(servers)).isEqualTo(before);
        }
    }

    private static ConsoleRun rollingRestart(Nginx nginx, Map<String, String> environment, String... ports) {
        List<String> command = new ArrayList<>(List.of(Server.DEPLOY.resolve("rolling-restart.sh").toString()));
        command.addAll(List.of(ports));
        return ConsoleRun.run(command, nginx.prefix(), null, environment);
    }

    /** 脚本拒绝时说的话；列表一个字也没有动。 */
    private static String refused(Nginx nginx, Map<String, String> environment, String... ports) throws IOException {
        Path servers = nginx.prefix().resolve("bookstore-servers.conf");
        String before = Files.readString(servers);
        ConsoleRun run = rollingRestart(nginx, environment, ports);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(Files.readString(servers)).isEqualTo(before);
        return run.output();
    }

    @Test
    @DisplayName("新版本起不来：脚本停在第一台，失败退出，另一台照常接请求")
    void failedRestart() {
        int dead = RunningProgram.freePort();
        try (Nginx nginx = new Nginx(dead, PORTS[1]).start()) {
            Map<String, String> environment = new HashMap<>(nginx.scriptEnvironment());
            environment.put("RESTART", "true ");
            environment.put("WAIT", "2");
            ConsoleRun run = ConsoleRun.run(List.of(Server.DEPLOY.resolve("rolling-restart.sh").toString(),
                    String.valueOf(dead), String.valueOf(PORTS[1])), nginx.prefix(), null, environment);
            assertThat(run.exitCode()).isEqualTo(1);
            Recording.check("rolling-failed.txt", "$ WAIT=2 ./rolling-restart.sh 8081 8082\n"
                    + Nginx.withoutNotices(run.output()).replace(String.valueOf(dead), "8081")
                    + "$ echo $?\n" + run.exitCode() + "\n");
            assertThat(nginx.curl("-i", SITE + "/books/1")).contains("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("新进程收下连接却不回话：脚本到时间就停，失败退出，另一台照常接请求")
    void silentRestart() throws IOException {
        // 没有人 accept，连接由内核收下，谁也不回话。
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Nginx nginx = new Nginx(silent.getLocalPort(), PORTS[1]).start()) {
            String port = String.valueOf(silent.getLocalPort());
            Map<String, String> environment = new HashMap<>(nginx.scriptEnvironment());
            environment.put("RESTART", "true ");
            environment.put("WAIT", "2");
            ConsoleRun run = ConsoleRun.run(List.of(Server.DEPLOY.resolve("rolling-restart.sh").toString(),
                    port, String.valueOf(PORTS[1])), nginx.prefix(), null, environment);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(Nginx.withoutNotices(run.output()))
                    .isEqualTo(port + " 已摘下\n等了 2 秒：ready " + port + "\n");
            assertThat(Files.readString(nginx.prefix().resolve("bookstore-servers.conf"))).isEqualTo(
                    "server 127.0.0.1:" + port + " max_fails=0 down;\n"
                            + "server 127.0.0.1:" + PORTS[1] + " max_fails=0;\n");
            assertThat(nginx.curl("-i", SITE + "/books/1")).contains("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("挡住 /actuator：换几种写法绕一绕")
    void actuator() {
        String[] spellings = {"/actuator/health", "/actuator", "//actuator/health", "/%61ctuator/health",
            "/books/../actuator/health", "/actuator;v=1/health", "/books/..;/actuator/health", "/readyz"};
        Table table = new Table("地址", "不挡", "location /actuator/", "本页的配置");
        try (Nginx open = new Nginx(PORTS).replace("bookstore.conf", "^/(actuator|livez|readyz)", "^/none").start();
                Nginx prefix = new Nginx(PORTS)
                        .replace("bookstore.conf", "location ~* ^/(actuator|livez|readyz)", "location /actuator/")
                        .start();
                Nginx ours = new Nginx(PORTS).start()) {
            for (String spelling : spellings) {
                table.row(spelling, status(open, spelling), status(prefix, spelling), status(ours, spelling));
                assertThat(status(ours, spelling)).as(spelling).isEqualTo("404");
            }
        }
        Recording.check("actuator.txt", table.toString());
    }

    private static String status(Nginx nginx, String path) {
        String answer = nginx.curl("-i", "--path-as-is", SITE + path);
        return answer.lines().filter(line -> line.startsWith("HTTP/")).findFirst().orElseThrow().split(" ")[1];
    }
}
