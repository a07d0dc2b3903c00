package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("小脚本：分测试、放产物")
class ScriptTests {

    private static final List<String> CLASSES =
            List.of("BookControllerTest", "BooksTests", "CartTest", "MailTests", "OrderTest", "PriceTest", "StockTests");

    @TempDir
    Path folder;

    @BeforeEach
    void testClasses() throws IOException {
        Path tests = Files.createDirectories(folder.resolve("src/test/java/com/example/bookstore"));
        for (String name : CLASSES) {
            Files.createFile(tests.resolve(name + ".java"));
        }
        Files.createFile(tests.resolve("Fixtures.java"));
    }

    private ConsoleRun split(int index, int total) {
        return Scripts.run(folder, Map.of(), "pipeline/split-tests.sh", String.valueOf(index), String.valueOf(total));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    @DisplayName("几台机器合起来：每个测试类正好一次")
    void eachOnce(int total) {
        List<String> all = new ArrayList<>();
        for (int index = 1; index <= total; index++) {
            ConsoleRun run = split(index, total);
            assertThat(run.exitCode()).isZero();
            all.addAll(List.of(run.output().strip().split(",")));
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(CLASSES);
    }

    @Test
    @DisplayName("两个包里同名的类只给一台机器，Surefire 认得的另外两种名字也在，没有测试的帮手不在")
    void surefireNames() throws IOException {
        Path other = Files.createDirectories(folder.resolve("src/test/java/com/example/shop"));
        for (String name : List.of("PriceTest", "TestShelf", "InvoiceTestCase")) {
            Files.createFile(other.resolve(name + ".java"));
        }
        // Initializr 写的两个帮手，名字像测试，里面没有测试
        Files.writeString(other.resolve("TestShopApplication.java"), "class TestShopApplication {\n"
                + "    public static void main(String[] args) {\n"
                + "        SpringApplication.from(ShopApplication::main).with(TestcontainersConfiguration.class).run(args);\n");
        Files.writeString(other.resolve("TestcontainersConfiguration.java"),
                "@TestConfiguration(proxyBeanMethods = false)\nclass TestcontainersConfiguration {\n");
        Files.writeString(other.resolve("TestShelf.java"), "class TestShelf {\n    @TestConfiguration\n    static class Fakes {\n");
        // 里面有测试的，不因为下面另写了一个配置类、或者自己启动了书店，就当成帮手
        Files.writeString(other.resolve("GiftTests.java"), "@Import(FakeMail.class)\nclass GiftTests {\n}\n\n@TestConfiguration\nclass FakeMail {\n");
        Files.writeString(other.resolve("MainTest.java"), "class MainTest {\n    @Test\n    void starts() {\n"
                + "        SpringApplication.from(ShopApplication::main).run().getApplicationContext().close();\n");
        List<String> all = new ArrayList<>();
        for (int index = 1; index <= 3; index++) {
            all.addAll(List.of(split(index, 3).output().strip().split(",")));
        }
        List<String> expected = new ArrayList<>(CLASSES);
        expected.addAll(List.of("TestShelf", "InvoiceTestCase", "GiftTests", "MainTest"));
        assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    @DisplayName("三台机器怎样分")
    void three() {
        StringBuilder told = new StringBuilder();
        for (int index = 1; index <= 3; index++) {
            told.append("$ ./pipeline/split-tests.sh ").append(index).append(" 3\n").append(split(index, 3).output());
        }
        Recording.check("split.txt", told.toString());
    }

    @ParameterizedTest
    @CsvSource({"8, 8, 没有分到测试", "4, 3, 没有第 4 台", "0, 3, 没有第 0 台"})
    @DisplayName("分不到、或者没有这一台：停下，不去跑全部测试")
    void nothingToRun(int index, int total, String reason) {
        ConsoleRun run = split(index, total);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"'', 3", "x, 3", "1, ''", "1.5, 3"})
    @DisplayName("不是数的号码：停下，不去跑别人的那一份")
    void notANumber(String index, String total) {
        ConsoleRun run = Scripts.run(folder, Map.of(), "pipeline/split-tests.sh", index, total);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).startsWith("没有第 " + index + " 台");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipeline/build.sh", "pipeline/image.sh", "pipeline/install.sh", "pipeline/split-tests.sh",
        "deploy/canary.sh", "deploy/smoke.sh"})
    @DisplayName("没有写版本或百分比：说出用法")
    void usage(String script) {
        ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString()), script);
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains("用法：");
    }

    private ConsoleRun install(String version) {
        return Scripts.run(folder, Map.of("HOME_FOLDER", folder.resolve("opt").toString()), "pipeline/install.sh", version);
    }

    @Test
    @DisplayName("install.sh：放好的就是构建出来的那一份；同一份再放一次没有事，同一个版本号放另一份被拒绝")
    void installs() throws IOException {
        Path jar = Files.writeString(folder.resolve("jar"), "书店 2.0.0");
        Scripts.release(folder.resolve("release"), jar);
        assertThat(install("2.0.0").output()).isEqualTo("已放好 2.0.0\n");
        assertThat(Scripts.sha256(folder.resolve("opt/releases/2.0.0/bookstore.jar"))).isEqualTo(Scripts.sha256(jar));
        ConsoleRun same = install("2.0.0");
        assertThat(same.exitCode()).isZero();
        assertThat(same.output()).isEqualTo("已经放好 2.0.0\n");

        Scripts.release(folder.resolve("release"), Files.writeString(folder.resolve("other"), "书店 2.0.1"));
        ConsoleRun again = install("2.0.0");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(Scripts.sha256(folder.resolve("opt/releases/2.0.0/bookstore.jar"))).isEqualTo(Scripts.sha256(jar));
        Recording.check("installed-twice.txt", again.output());
    }

    @Test
    @DisplayName("install.sh：产物在路上坏了，什么也不放")
    void damaged() throws IOException {
        Scripts.release(folder.resolve("release"), Files.writeString(folder.resolve("jar"), "书店 2.0.0"));
        Files.write(folder.resolve("release/bookstore.jar"), new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(install("2.0.0").exitCode()).isNotZero();
        assertThat(folder.resolve("opt/releases/2.0.0")).doesNotExist();
    }

    @Test
    @DisplayName("install.sh：放好之后被人改过的，再放一次就好了，别的版本不动")
    void repairs() throws IOException {
        Path jar = Files.writeString(folder.resolve("jar"), "书店 2.0.0");
        Scripts.release(folder.resolve("release"), jar);
        assertThat(install("2.0.0").exitCode()).isZero();
        Path placed = folder.resolve("opt/releases/2.0.0/bookstore.jar");
        Files.write(placed, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(install("2.0.0").output()).endsWith("已放好 2.0.0\n");
        assertThat(Scripts.sha256(placed)).isEqualTo(Scripts.sha256(jar));
        Files.delete(placed);
        assertThat(install("2.0.0").output()).endsWith("已放好 2.0.0\n");
        assertThat(Scripts.sha256(placed)).isEqualTo(Scripts.sha256(jar));
        assertThat(folder.resolve("opt/releases").toFile().list()).containsExactly("2.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../2.0.0", "release/2.0.0", "2.0.0/", "/2.0.0", ".", "..", ".2.0.0"})
    @DisplayName("install.sh：版本号里有斜杠，或者以点开头，会放到别处去：不放")
    void versionIsOneFolder(String version) throws IOException {
        Scripts.release(folder.resolve("release"), Files.writeString(folder.resolve("jar"), "书店"));
        ConsoleRun run = install(version);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEqualTo("版本号里不能有斜杠，也不能以点开头：" + version + "\n");
        assertThat(folder.resolve("opt")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("setup.sh：nginx 不接受的配置不留下，原来有的放回去")
    void setupRefused(boolean before) throws IOException {
        Path site = folder.resolve("site.conf");
        if (before) {
            Files.writeString(site, "# 原来的\n");
        }
        ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "NGINX_SITE", site.toString(),
                "NGINX_TEST", "false"), "deploy/setup.sh");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("nginx 不接受这份配置");
        assertThat(Files.exists(site)).isEqualTo(before);
        assertThat(before ? Files.readString(site) : "# 原来的\n").isEqualTo("# 原来的\n");
    }

    @ParameterizedTest
    @CsvSource({"'', 8081", "server 127.0.0.1:9 down;, 8081", "server 127.0.0.1:9;, 9", "server 127.0.0.1:9 max_fails=0;, 9"})
    @DisplayName("setup.sh：还没有上线过，live.conf 照这次的 PORTS 写；已经上线过的，不动它")
    void setupKeepsWhatIsLive(String before, int port) throws IOException {
        Path live = folder.resolve("live.conf");
        if (!before.isEmpty()) {
            Files.writeString(live, before + "\n");
        }
        Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "NGINX_SITE", folder.resolve("site.conf").toString(),
                "NGINX_TEST", "false"), "deploy/setup.sh");
        assertThat(Files.readString(live)).isEqualTo(port == 9 ? before + "\n" : "server 127.0.0.1:8081 down;\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deploy/setup.sh", "deploy/deploy.sh --back", "deploy/canary.sh 0"})
    @DisplayName("不设 NGINX_TEST：nginx 的配置没有错，就不多打印一行")
    void quietWhenTheConfigurationIsRight(String command) throws IOException {
        Path nginx = Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("nginx"), """
                #!/bin/sh
                case " $* " in *" -q "*) ;; *) echo "nginx: configuration file test is successful" >&2 ;; esac
                """);
        assertThat(nginx.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("live.conf"), "server 127.0.0.1:1;\n");
        Files.createFile(Files.createDirectory(folder.resolve("run")).resolve("switching"));
        // 收信号的那个进程
        Process running = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(folder.resolve("nginx.pid"), running.pid() + "\n");
            String[] words = command.split(" ");
            ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "PORTS", "1 2",
                    "NGINX_SITE", folder.resolve("site.conf").toString(), "NGINX_PID", folder.resolve("nginx.pid").toString(),
                    "PATH", folder.resolve("bin") + ":" + Scripts.path()), words[0], Arrays.copyOfRange(words, 1, words.length));
            assertThat(run.output().lines()).hasSize(1).noneMatch(line -> line.startsWith("nginx: "));
        }
        finally {
            running.destroy();
        }
    }

    @ParameterizedTest
    @CsvSource({"502, 200, 1, 0, 已上线 2.0.0", "502, 301, 1, 3, '2.0.0 有错，又没有好的上一版可退'",
        "502, 204, 1, 3, '2.0.0 有错，又没有好的上一版可退'", "502, 204, 0, 3, '2.0.0 有错，又没有好的上一版可退'",
        "301, 301, 1, 1, 'PAGE 要写不跳转的网址，http://shop/books 会跳到别处'"})
    @DisplayName("换过去再看：顾客得到的不是 200 就不算好；一开始就会跳转的网址，说怎样写，什么也不做")
    void watchesForAnAnswerNotForARedirect(int before, int after, String seconds, int code, String last) throws IOException {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        program(programs, "java", "exec sh -c 'sleep 60 & wait' \"$@\"");
        program(programs, "curl", """
                for url; do :; done
                case "$*" in *http_code*) w=yes ;; *) w= ;; esac
                case $url in
                http://shop/books) if [ -e java.log ]; then code=%2$d; else code=%1$d; fi ;;
                *) code=200; touch java.log; [ -n "$w" ] || echo '"version":"2.0.0" "title" "id":1' ;;
                esac
                if [ -n "$w" ]; then printf %%s "$code"; fi
                """.formatted(before, after));
        Files.writeString(folder.resolve("live.conf"), "server 127.0.0.1:1 down;\n");
        Path jar = Files.writeString(folder.resolve("jar"), "");
        Scripts.release(folder.resolve("releases/2.0.0"), jar);
        Process nginx = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(folder.resolve("nginx.pid"), nginx.pid() + "\n");
            ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "PORTS", "1 2", "PAGE", "http://shop/books",
                    "WATCH", seconds, "NGINX_TEST", "true", "NGINX_PID", folder.resolve("nginx.pid").toString(),
                    "PATH", programs + ":" + Scripts.path()), "deploy/deploy.sh", "2.0.0");
            assertThat(run.output()).endsWith(last + "\n");
            assertThat(run.exitCode()).isEqualTo(code);
        }
        finally {
            nginx.destroy();
            Path pid = folder.resolve("run/1.pid");
            if (Files.exists(pid)) {
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(java -> {
                    java.descendants().forEach(ProcessHandle::destroy);
                    java.destroy();
                });
            }
        }
    }

    private static void program(Path folder, String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8081", "8081,8082", "blue green", "8081 8081", "8081 8082 8083"})
    @DisplayName("PORTS 不是两个不同的端口：说怎样写，什么也不做")
    void portsThatAreNotTwo(String ports) {
        ConsoleRun run = Scripts.run(folder, Map.of("HOME_FOLDER", folder.toString(), "PORTS", ports, "NGINX_TEST", "true",
                "PATH", Scripts.path()), "deploy/deploy.sh", "2.0.0");
        assertThat(run.output()).isEqualTo("PORTS 写两个不同的端口，用空格隔开，写的是“" + ports + "”\n");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(folder.resolve("run")).doesNotExist();
    }
}
