package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.parts.Load;
import com.example.book.parts.NginxServer;

/** 一台服务器：/opt/bookstore、nginx，与 deploy.sh 启动的书店。 */
final class Server implements AutoCloseable {

    /** 池小，坏的版本很快就借空；等连接的时间是默认的 30 秒，机器再忙，好的版本也等得到。 */
    private static final String OPTIONS =
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dspring.datasource.hikari.maximum-pool-size=3";
    /** 借连接只等 250 毫秒：给不还连接的那个版本，池空了马上看得到。 */
    static final Map<String, String> IMPATIENT =
            Map.of("JAVA_OPTIONS", OPTIONS + " -Dspring.datasource.hikari.connection-timeout=250");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final Path home;
    final int blue = RunningProgram.freePort();
    final int green = RunningProgram.freePort();
    final NginxServer nginx;
    private final Map<String, String> environment = new HashMap<>();

    Server(Path home, Map<String, String> environment) {
        this.home = home;
        // 像页面说的：nginx 先运行着，setup.sh 写好它的配置；测试另加一个响应头，说出是哪个端口接的
        nginx = NginxServer.start(port -> "server { listen 127.0.0.1:" + port + "; return 503; }");
        write("nginx.pid", nginx.pid() + "\n");
        Path site = home.resolve("site.conf");
        ConsoleRun setup = Scripts.run(home, Map.of("HOME_FOLDER", home.toString(), "PORTS", blue + " " + green,
                "LISTEN", "127.0.0.1:" + nginx.port(), "NGINX_SITE", site.toString(), "NGINX_TEST", check(nginx),
                "NGINX_PID", home.resolve("nginx.pid").toString()), "deploy/setup.sh");
        assertThat(setup.exitCode()).as(setup.output()).isZero();
        use(site);
        this.environment.putAll(Map.of("HOME_FOLDER", home.toString(), "PORTS", blue + " " + green,
                "PAGE", nginx.uri("/books").toString(), "NGINX_PID", home.resolve("nginx.pid").toString(),
                "NGINX_TEST", check(nginx), "WAIT", "100", "WATCH", "1",
                "JAVA_OPTIONS", OPTIONS));
        this.environment.putAll(environment);
    }

    /** nginx 换成这一份配置，大写的两处换成这台服务器的。 */
    void use(Path site) {
        nginx.reload(port -> read(site).replace("HOME_FOLDER", home.toString()).replace("LISTEN", "127.0.0.1:" + port)
                .replace("proxy_pass ", "add_header X-Served-By $upstream_addr always;\n        proxy_pass "));
    }

    /** {@code nginx -t} 查的是系统的配置，测试的 nginx 用的是自己的：同样的检查，加上它启动时的参数。 */
    static String check(NginxServer nginx) {
        // nginx 的主进程改写了自己的命令行，参数还在里面
        String command = read(Path.of("/proc", String.valueOf(nginx.pid()), "cmdline")).replace('\0', ' ').strip();
        return "nginx -t -q " + command.substring(command.indexOf("-p "));
    }

    private void write(String name, String text) {
        try {
            Files.writeString(home.resolve(name), text);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    void install(String version, Path jar) {
        Scripts.release(home.resolve("releases").resolve(version), jar);
    }

    ConsoleRun deploy(String... arguments) {
        return deploy(Map.of(), arguments);
    }

    /** 运行 deploy.sh；端口写成页面上的 8081 与 8082。 */
    ConsoleRun deploy(Map<String, String> more, String... arguments) {
        return script("deploy/deploy.sh", more, arguments);
    }

    ConsoleRun script(String script, Map<String, String> more, String... arguments) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        ConsoleRun run = Scripts.run(home, all, script, arguments);
        return new ConsoleRun(plain(run.output()), run.exitCode());
    }

    private String plain(String text) {
        return text.replace(String.valueOf(blue), "8081").replace(String.valueOf(green), "8082")
                .replace(home.toString(), "/opt/bookstore");
    }

    /** 上线一版，必须成功。 */
    void deployed(String version, Path jar) {
        install(version, jar);
        ConsoleRun run = deploy(version);
        assertThat(run.exitCode()).as(run.output() + logs()).isZero();
    }

    String logs() {
        StringBuilder logs = new StringBuilder();
        for (int port : List.of(blue, green)) {
            if (Files.exists(home.resolve("run/" + port + ".log"))) {
                logs.append(log(port));
            }
        }
        return logs.toString();
    }

    String log(int port) {
        return read(home.resolve("run/" + port + ".log"));
    }

    /** 顾客看到的版本：由测试加的响应头知道是哪个端口接的，再去问它。 */
    String version() {
        String at = get(nginx.uri("/books")).headers().firstValue("X-Served-By").orElseThrow();
        return get(URI.create("http://" + at + "/actuator/info")).body().replaceAll(".*\"version\":\"([^\"]*)\".*", "$1");
    }

    static HttpResponse<String> get(URI uri) {
        return send(HttpRequest.newBuilder(uri).build());
    }

    static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** 顾客一直在看书的列表，四个人，每人看之前停 50 毫秒。 */
    Load.Running customers() {
        HttpRequest books = HttpRequest.newBuilder(nginx.uri("/books")).build();
        return Load.of(number -> {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            return books;
        }, 100_000, 4, Duration.ofSeconds(115)).start();
    }

    @Override
    public void close() {
        try {
            for (ProcessHandle process : started()) {
                process.destroyForcibly();
                process.onExit().get(30, TimeUnit.SECONDS);
            }
        }
        catch (Exception ex) {
            throw new IllegalStateException("书店的进程没有结束", ex);
        }
        finally {
            nginx.close();
        }
    }

    /** 由端口认出书店的进程，pid 文件可能已经没有了。 */
    private List<ProcessHandle> started() {
        List<ProcessHandle> found = new ArrayList<>();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(process -> process.info().commandLine().orElse("")
                    .matches("(?s).*releases/.*bookstore\\.jar --server\\.port=(" + blue + "|" + green + ").*"))
                    .forEach(found::add);
        }
        return found;
    }
}
