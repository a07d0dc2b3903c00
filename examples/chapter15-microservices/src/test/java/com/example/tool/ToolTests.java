package com.example.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.shop.Http;
import com.example.shop.ShortLived;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ToolTests {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("shop.properties"), text);
    }

    /** A tiny server that answers on any path; with a second argument it ends with that exit code instead. */
    private static String answering(String name) {
        return name + ".command=${java} " + String.join(" ", ShortLived.OPTIONS)
                + " -cp ${classpath} com.example.tool.Answering ${" + name + ".port}";
    }

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Stopped as Ctrl+C and kill do it: what the applications print on their way out is there. */
    @Test
    void lastLinesOfAll() throws IOException {
        String text = answering("catalog") + "\n" + answering("order") + "\n";
        Path file = file("tests=" + System.getProperty("java.class.path").replace("\\", "\\\\") + "\n"
                + text.replace("${classpath}", "${tests}").replace("${java}", "${java} -Dstdout.encoding=UTF-8"));
        try (RunningProgram tool = RunningProgram.start(ShortLived.command(
                ConsoleRun.javaCommand(ThreeProcesses.class, file.toString())), Recording.module(), Map.of())) {
            tool.await("全部就绪");
            tool.terminate();
            tool.exitCode();
            assertThat(tool.output()).doesNotContain("读不到");
            // The last that was started is the first that is stopped.
            assertThat(goodbye(tool.output(), "order")).isLessThanOrEqualTo(goodbye(tool.output(), "catalog"));
        }
    }

    private static long goodbye(String output, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + " \\| 再见 (\\d+)$").matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return Long.parseLong(line.group(1));
    }

    /** Another program that listens there would be taken for the application. */
    @Test
    void portIsTaken() throws IOException {
        try (ServerSocket other = new ServerSocket(0)) {
            Path file = file("order.port=" + other.getLocalPort() + "\n" + answering("catalog") + "\n"
                    + answering("order") + "\n");
            assertThatThrownBy(() -> ThreeProcesses.start(file, out))
                    .hasMessage("order 的端口 " + other.getLocalPort() + " 已经有程序在用");
            assertThat(printed()).isEmpty();
        }
    }

    @Test
    void wiresByPort() throws IOException {
        String text = answering("catalog") + " said=${order.port}\n" + answering("order") + " said=${catalog.port}\n";
        try (ThreeProcesses shop = ThreeProcesses.start(file(text), out)) {
            assertThat(Http.get(shop.uri("order", "/").toString()).body())
                    .isEqualTo("said=" + shop.uri("catalog", "").getPort());
            // The first one knows the port of one that is started later.
            assertThat(Http.get(shop.uri("catalog", "/").toString()).body())
                    .isEqualTo("said=" + shop.uri("order", "").getPort());
            assertThatThrownBy(() -> shop.uri("nobody", "/")).hasMessage("没有名叫 nobody 的应用");
        }
    }

    @Test
    void stopsAllWhenOneEnds() throws IOException {
        String text = answering("catalog") + "\n" + answering("order") + "\n";
        ThreeProcesses shop = ThreeProcesses.start(file(text), out);
        ProcessHandle catalog = shop.process("catalog");
        ProcessHandle order = shop.process("order");
        order.destroyForcibly();
        assertThat(shop.awaitFirstEnd()).isEqualTo("order");
        shop.close();
        assertThat(catalog.isAlive()).isFalse();
        scriptsAreStoppedWithWhatTheyStarted(false);
        scriptsAreStoppedWithWhatTheyStarted(true);
    }

    /**
     * The application is a child of the command: stopping the command alone would leave it, and its port.
     * A command that has ended can no longer be asked for its children.
     */
    private void scriptsAreStoppedWithWhatTheyStarted(boolean endedBefore) throws IOException {
        Path script = Files.writeString(folder.resolve("run.sh"), "\"$@\"\necho done\n");
        String text = answering("catalog").replace("${java}", "sh " + script + " ${java}");
        ThreeProcesses shop = ThreeProcesses.start(file(text + "\n"), out);
        List<ProcessHandle> started = shop.process("catalog").descendants().toList();
        assertThat(started).isNotEmpty();
        if (endedBefore) {
            shop.process("catalog").destroyForcibly();
            assertThat(shop.awaitFirstEnd()).isEqualTo("catalog");
        }
        shop.close();
        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void oneThatDoesNotStart() throws IOException {
        Path file = file(answering("catalog") + "\n" + answering("order") + " 7\n");
        Throwable thrown = catchThrowable(() -> ThreeProcesses.start(file, out));
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("还没有全部就绪，order 就结束了，退出码 7");
        assertThat(printed()).contains("order | 起不来");
        assertThat(ProcessHandle.current().children().filter(child -> child.info().commandLine().orElse("")
                .contains("com.example.tool.Answering"))).isEmpty();
        oneEndsWhileAnotherIsWaitedFor();
    }

    /** The second one never gets ready; that the first one has ended is told at once, not after two minutes. */
    private void oneEndsWhileAnotherIsWaitedFor() throws IOException {
        compileSay();
        Path never = Files.writeString(folder.resolve("never.sh"), "exec sleep 1000\n");
        Path file = file("one.command=${java} -cp " + folder + " Say ${one.port} 3\n"
                + "other.command=sh " + never + "\n");
        assertThatThrownBy(() -> ThreeProcesses.start(file, out)).hasMessage("还没有全部就绪，one 就结束了，退出码 3");
        assertThat(printed()).contains("one | 就绪").doesNotContain("全部就绪\n");
    }

    /** Answers once, and ends with the given exit code. */
    private void compileSay() throws IOException {
        Files.writeString(folder.resolve("Say.java"), """
                class Say { public static void main(String[] args) throws Exception {
                    var server = com.sun.net.httpserver.HttpServer.create(
                        new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
                    var asked = new java.util.concurrent.CountDownLatch(1);
                    server.createContext("/", exchange -> {
                        exchange.sendResponseHeaders(200, -1); exchange.close(); asked.countDown(); });
                    server.start();
                    asked.await(); Thread.sleep(300); System.exit(Integer.parseInt(args[1])); } }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null,
                folder.resolve("Say.java").toString())).isZero();
    }

    @Test
    void unknownPlaceholder() throws IOException {
        Path file = file(answering("catalog") + "\norder.command=${java} --url=${catalg.port}\n");
        assertThatThrownBy(() -> ThreeProcesses.start(file, out)).hasMessage("不认识 ${catalg.port}");
        assertThat(printed()).as("启动了什么").isEmpty();
    }

    /** Each mistake is named, and nothing is started. */
    @Test
    void mistakesInTheFile() throws IOException {
        mistake("catalog.port=80a\n" + answering("catalog"), "catalog.port 要写一个 65535 以内的数，写的是“80a”");
        mistake("catalog.port=\n" + answering("catalog"), "catalog.port 要写一个 65535 以内的数，写的是“”");
        mistake(answering("catalog") + "\n" + answering("catalog"),
                folder.resolve("shop.properties") + " 里 catalog.command 写了两次");
        int port = RunningProgram.freePort();
        mistake("catalog.port=" + port + "\norder.port=" + port + "\n" + answering("catalog") + "\n" + answering("order"),
                "order 的端口 " + port + " 在文件里已经给了别的应用");
        mistake("catalog.ready=http://localhost:8080/\n" + answering("catalog"),
                "catalog.ready 要写以 / 开头的路径，写的是“http://localhost:8080/”");
        mistake("home=/opt\njar=${home}/shop.jar\ncatalog.command=java -jar ${jar}",
                "jar 的值里又有 ${…}，只替换一层：把它写进命令里");
        mistake("catalog.command=sh -c \"sleep 1\"", "catalog.command 只按空格切开，不认引号：带空格的参数另写一行 x=…，命令里写 ${x}");
        for (String quoted : List.of("--a='b c'", "--a=\"b\"", "it's")) {
            mistake("catalog.command=echo " + quoted, "catalog.command 只按空格切开，不认引号：带空格的参数另写一行 x=…，命令里写 ${x}");
        }
        for (String open : List.of("${catalog.port", "${catalog .port}")) {
            mistake("catalog.command=echo " + open, "catalog.command 里的 " + open.split(" ")[0]
                    + " 没有写完：${…} 里没有空格，以 } 结束");
        }
        mistake("catalog.command=java -jar C:\\users\\a.jar", folder.resolve("shop.properties")
                + " 里的反斜杠后面不对，路径请用正斜杠：Malformed \\uxxxx encoding.");
        assertThat(printed()).as("启动了什么").isEmpty();
        ConsoleRun run = ShortLived.java(ThreeProcesses.class, folder.toString());
        assertThat(run.output()).startsWith("读不了 " + folder).doesNotContain("\tat ");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private void mistake(String text, String message) throws IOException {
        Path file = file(text + "\n");
        assertThatThrownBy(() -> ThreeProcesses.start(file, out)).hasMessage(message);
    }

    /** A mark in front of the file, and a word with a blank. */
    @Test
    void markAndBlanks() throws IOException {
        String text = answering("catalog") + " ${words}\nwords=two words\ncatalog.ready=/ready \n";
        try (ThreeProcesses shop = ThreeProcesses.start(file("\ufeff" + text), out)) {
            assertThat(Http.get(shop.uri("catalog", "/").toString()).body()).isEqualTo("two words");
        }
    }

    /** After two minutes, here after a second, it tells what it asked for, and what came back. */
    @Test
    @Timeout(60)
    void whatIsMissing() throws IOException {
        assertThat(ThreeProcesses.READY).hasSeconds(120);
        try (ThreeProcesses shop = ThreeProcesses.start(file(answering("catalog") + " ok once\n"), out)) {
            assertThatThrownBy(() -> shop.awaitReady("catalog", Duration.ofSeconds(1)))
                    .hasMessage("catalog 没有在 1 秒内就绪：" + shop.uri("catalog", "/actuator/health/readiness")
                            + " 返回 503，就绪的网址在别处时写 名字.ready");
        }
        URI nobody = URI.create("http://127.0.0.1:" + RunningProgram.freePort() + "/");
        assertThat(ThreeProcesses.missing(nobody)).startsWith(nobody + " 没有响应");
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        try {
            URI other = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            assertThat(ThreeProcesses.missing(other)).startsWith(other + " 返回 404");
            // A response that never ends: its status is there.
            server.createContext("/events", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('.');
                exchange.getResponseBody().flush();
            });
            assertThat(ThreeProcesses.missing(other.resolve("/events"))).isNull();
        }
        finally {
            server.stop(0);
        }
    }

    @Test
    void nothingToStart() throws IOException {
        Path file = file("catalog.port=8081\n");
        assertThatThrownBy(() -> ThreeProcesses.start(file, out)).hasMessageContaining("里没有“名字.command=”");
    }

    @Test
    void noSuchProgram() throws IOException {
        Path file = file(answering("catalog") + "\norder.command=/no/such/program\n");
        assertThatThrownBy(() -> ThreeProcesses.start(file, out))
                .hasMessage("order 起不来：运行不了程序 /no/such/program");
        assertThat(ProcessHandle.current().children().filter(child -> child.info().commandLine().orElse("")
                .contains("com.example.tool.Answering"))).isEmpty();
        ConsoleRun run = ShortLived.java(ThreeProcesses.class,
                file("order.command=/no/such/program\n").toString());
        assertThat(run.output()).isEqualTo("order 起不来：运行不了程序 /no/such/program\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void noSuchFile() {
        ConsoleRun run = ShortLived.java(ThreeProcesses.class, "no-such.properties");
        assertThat(run.output()).isEqualTo("没有这个文件：no-such.properties\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void fixedPort() throws IOException {
        int port = RunningProgram.freePort();
        try (ThreeProcesses shop = ThreeProcesses.start(file("catalog.port=" + port + "\n"
                + answering("catalog") + "\n"), out)) {
            assertThat(shop.uri("catalog", "").getPort()).isEqualTo(port);
        }
        assertThat(printed()).contains("catalog | 启动，端口 " + port, "catalog | 就绪", "全部就绪");
    }

    @Test
    void usage() {
        ConsoleRun run = ShortLived.java(ThreeProcesses.class);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("用法：");
        // In a container there is often no LANG.
        ConsoleRun ascii = ConsoleRun.run(ShortLived.command(ConsoleRun.javaCommand(ThreeProcesses.class).stream()
                .filter(word -> !word.contains(".encoding=")).toList()), Recording.module(), null, Map.of("LC_ALL", "C"));
        assertThat(ascii.output()).contains("用法：");
    }

    /** Copied out of the project, without its class path. */
    @Test
    void runsAsOneFile() throws Exception {
        Path copy = folder.resolve("ThreeProcesses.java");
        Files.writeString(copy, Files.readString(Recording.module().resolve(
                "src/main/java/com/example/tool/ThreeProcesses.java")).replaceFirst("package .*", ""));
        compileSay();
        file("one.command=${java} -cp " + folder + " Say ${one.port} 3\n");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ConsoleRun run = ConsoleRun.run(ShortLived.command(List.of(java, "-Dstdout.encoding=UTF-8",
                "-Dfile.encoding=UTF-8", copy.toString(), folder.resolve("shop.properties").toString())), folder, null, Map.of());
        assertThat(run.output()).contains("全部就绪", "one | 结束了，退出码 3");
        assertThat(run.exitCode()).isEqualTo(3);
    }
}
