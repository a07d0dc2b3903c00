package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import com.example.book.parts.NginxServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("灰度：好的一版给大多数人，坏的一版只有一小部分人见到")
class CanaryTests {

    @TempDir
    static Path folder;

    private static List<BootProcess> stores = List.of();
    private static NginxServer nginx;

    @BeforeAll
    static void start() throws IOException {
        stores = BootProcess.startAll(List.of(BootProcess.of(Release.unchanged("1.0.0", folder)).jvmOptions("-XX:+UseSerialGC"),
                BootProcess.of(Release.build("broken-page", "2.0.2", folder)).jvmOptions("-XX:+UseSerialGC")));
        // 像页面说的：第一次先运行 canary.sh 0，有了 split.conf，nginx 才换成引用它的 canary.conf
        nginx = NginxServer.start(port -> "server { listen 127.0.0.1:" + port + "; return 503; }");
        Files.writeString(folder.resolve("nginx.pid"), nginx.pid() + "\n");
        assertThat(canary("0").output()).isEqualTo("新版本：0%\n");
        String settings = Server.read(Recording.module().resolve("deploy/canary.conf")).replace("HOME_FOLDER", folder.toString());
        nginx.reload(port -> settings.replace("LISTEN", "127.0.0.1:" + port));
        await().atMost(Duration.ofSeconds(60)).until(() -> Server.get(nginx.uri("/books")).statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
        stores.forEach(BootProcess::close);
    }

    private static String stable() {
        return "127.0.0.1:" + stores.get(0).port();
    }

    private static String canary() {
        return "127.0.0.1:" + stores.get(1).port();
    }

    private static Set<Long> workers() {
        Set<Long> pids = new HashSet<>();
        ProcessHandle.of(nginx.pid()).orElseThrow().children().forEach(child -> pids.add(child.pid()));
        return pids;
    }

    private static ConsoleRun canary(String percent) {
        Set<Long> before = workers();
        ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "STABLE", stable(), "CANARY", canary(),
                "NGINX_PID", folder.resolve("nginx.pid").toString(), "NGINX_TEST", Server.check(nginx)),
                "deploy/canary.sh", percent);
        if (run.exitCode() == 0) {
            await().atMost(Duration.ofSeconds(60)).until(() -> workers().size() == 2
                    && workers().stream().noneMatch(before::contains));
        }
        return run;
    }

    private static HttpRequest books(int customer) {
        return HttpRequest.newBuilder(nginx.uri("/books")).header("Cookie", "customer=c" + customer).build();
    }

    /** 一千位顾客各一个请求。 */
    private static LoadResult thousand() {
        return Load.of(CanaryTests::books, 1000, 4, Duration.ofSeconds(60)).run();
    }

    @Test
    @DisplayName("开到 1%、10%、50%，再全部退回：失败的顾客正好是分到新版本的")
    void shares() {
        Table table = new Table("`canary.sh`", "1000 位顾客里见到新版本的");
        int before = 0;
        for (String percent : List.of("1", "10", "50", "0")) {
            assertThat(canary(percent).output()).isEqualTo("新版本：" + percent + "%\n");
            LoadResult load = thousand();
            assertThat(load.count(200) + load.count(500)).isEqualTo(1000);
            if (percent.equals("0")) {
                assertThat(load.count(500)).isZero();
            }
            else {
                assertThat(load.count(500)).isGreaterThan(before)
                        .isBetween(Integer.parseInt(percent) * 10 - 60, Integer.parseInt(percent) * 10 + 60);
            }
            before = load.count(500);
            table.row(percent + "%", load.count(500));
        }
        Recording.check("canary-shares.tsv", table.toString());
    }

    @Test
    @DisplayName("同样一成请求：按请求分，每位顾客都碰上坏版本；按顾客分，只有一成的人碰上")
    void byRequestOrByCustomer() throws IOException {
        Table table = new Table("怎样分", "1000 个请求里出错的", "100 位顾客里碰上的");
        canary("10");
        int[] sticky = failures();
        try (NginxServer weighted = NginxServer.start(port -> """
                upstream bookstore {
                    zone bookstore 64k;
                    server %s weight=9;
                    server %s;
                }
                server {
                    listen 127.0.0.1:%d;
                    location / {
                        proxy_pass http://bookstore;
                    }
                }
                """.formatted(stable(), canary(), port))) {
            int[] each = failures(weighted);
            assertThat(each[1]).isEqualTo(100);
            table.row("按请求，`weight=9` 对 1", each[0], each[1]);
        }
        assertThat(sticky[1]).isBetween(3, 20);
        assertThat(sticky[0]).isEqualTo(sticky[1] * 10);
        table.row("按顾客，`split_clients`", sticky[0], sticky[1]);
        Recording.check("canary-sticky.tsv", table.toString());
    }

    private static long anonymousFailures(NginxServer through) {
        return IntStream.range(0, 20).filter(time -> Server.get(through.uri("/books")).statusCode() == 500).count();
    }

    @Test
    @DisplayName("没有 cookie 的人：只写 split_clients，1% 也全部落在坏版本；canary.sh 让他们都留在老版本")
    void withoutCookie() {
        canary("1");
        assertThat(anonymousFailures(nginx)).isZero();
        try (NginxServer plain = NginxServer.start(port -> """
                split_clients "$cookie_customer" $bookstore {
                    1%% %s;
                    * %s;
                }
                server {
                    listen 127.0.0.1:%d;
                    location / {
                        proxy_pass http://$bookstore;
                    }
                }
                """.formatted(canary(), stable(), port))) {
            assertThat(anonymousFailures(plain)).isEqualTo(20);
        }
        canary("99");
        assertThat(anonymousFailures(nginx)).isZero();
    }

    private static int[] failures() {
        return failures(nginx);
    }

    /** 一百位顾客轮流来，每人十次。 */
    private static int[] failures(NginxServer through) {
        int failed = 0;
        Set<Integer> hit = new HashSet<>();
        for (int customer = 0; customer < 100; customer++) {
            for (int time = 0; time < 10; time++) {
                HttpRequest request = HttpRequest.newBuilder(through.uri("/books")).header("Cookie", "customer=c" + customer).build();
                if (Server.send(request).statusCode() == 500) {
                    failed++;
                    hit.add(customer);
                }
            }
        }
        return new int[] {failed, hit.size()};
    }

    @Test
    @DisplayName("换成 canary.conf 之后，live.conf 指到哪里都不算数")
    void liveConfHasNoSay() throws IOException {
        Files.writeString(folder.resolve("live.conf"), "server " + canary() + ";\n");
        assertThat(canary("0").exitCode()).isZero();
        assertThat(thousand().count(200)).isEqualTo(1000);
    }

    @Test
    @DisplayName("nginx 不接受新的配置：放回原来的")
    void refused() throws IOException {
        String before = Files.readString(folder.resolve("split.conf"));
        ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "NGINX_TEST", "false"),
                "deploy/canary.sh", "20");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("split.conf"))).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "-1", "abc", "", "1.5"})
    @DisplayName("百分比写错：不动现在的")
    void badPercent(String percent) throws IOException {
        String before = Files.readString(folder.resolve("split.conf"));
        ConsoleRun run = canary(percent);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("百分比要在 0 到 99 之间，不是 " + percent);
        assertThat(Files.readString(folder.resolve("split.conf"))).isEqualTo(before);
    }
}
