package com.example.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbTestTests {

    /** Made-up times around a median, with noise on them: the same for the same seed. */
    private static double[] times(double millis, double noise, int rounds, long seed) {
        Random random = new Random(seed);
        double[] times = new double[rounds];
        Arrays.setAll(times, i -> millis * 1e6 * Math.exp(noise * random.nextGaussian()));
        return times;
    }

    @Test
    void real() {
        AbTest.Result result = AbTest.compare("一本一本地问", times(90, 0.1, 20, 1), "连接查询", times(9, 0.1, 20, 2));
        assertThat(result.real()).isTrue();
        assertThat(result.ratio()).isCloseTo(0.1, within(0.02));
        Recording.checkVerbatim("ab-real.txt", result.toString());
    }

    @Test
    void notReal() {
        AbTest.Result result = AbTest.compare("旧的写法", times(30, 0.3, 20, 3), "新的写法", times(30, 0.3, 20, 4));
        assertThat(result.real()).isFalse();
        Recording.checkVerbatim("ab-not-real.txt", result.toString());
    }

    /** The judge is judged: of many comparisons of equals it may call about one in a hundred different. */
    @Test
    void equalsAreRarelyCalledDifferent() {
        int wrong = 0;
        int smaller = 0;
        for (int i = 0; i < 1000; i++) {
            AbTest.Result result = AbTest.compare("同一个", times(30, 0.3, 20, 1000 + i),
                    "同一个", times(30, 0.3, 20, 5000 + i));
            wrong += result.real() ? 1 : 0;
            smaller += result.ratio() < 0.95 ? 1 : 0;
        }
        assertThat(wrong).isBetween(1, 25);
        assertThat(smaller).isGreaterThan(100);
        Recording.checkVerbatim("same-code.txt", new Table("一千次“同一个与同一个”", "次数")
                .row("中位数看起来快了 5% 以上", smaller)
                .row("AbTest 说差别是真的", wrong).toString());
    }

    @Test
    void smallDifferenceIsFoundWithEnoughRounds() {
        assertThat(AbTest.compare("甲", times(30, 0.3, 20, 7), "乙", times(27, 0.3, 20, 8)).real()).isFalse();
        assertThat(AbTest.compare("甲", times(30, 0.3, 1000, 7), "乙", times(27, 0.3, 1000, 8)).real()).isTrue();
    }

    /** The machine gets slower all the time, by other programs; both variants are the same. */
    @Test
    void driftFoolsBlocks() {
        double[] drifting = new double[40];
        double[] noise = times(30, 0.05, 40, 9);
        Arrays.setAll(drifting, i -> noise[i] * (1 + i / 20.0));
        AbTest.Result blocks = AbTest.compare("先测的", Arrays.copyOfRange(drifting, 0, 20),
                "后测的", Arrays.copyOfRange(drifting, 20, 40));
        double[] a = new double[20];
        double[] b = new double[20];
        for (int i = 0; i < 20; i++) {
            boolean first = i % 2 == 0;
            a[i] = drifting[2 * i + (first ? 0 : 1)];
            b[i] = drifting[2 * i + (first ? 1 : 0)];
        }
        AbTest.Result inTurn = AbTest.compare("轮流", a, "轮流", b);
        assertThat(blocks.real()).isTrue();
        assertThat(inTurn.real()).isFalse();
        Recording.checkVerbatim("drift.txt", new Table("同一段代码，机器越来越忙", "后一组是前一组的几倍", "结论")
                .row("先做完 20 次 A，再做 20 次 B", "%.1f".formatted(blocks.ratio()), blocks.real() ? "差别是真的" : "看不出差别")
                .row("A 与 B 轮流，各 20 次", "%.1f".formatted(inTurn.ratio()), inTurn.real() ? "差别是真的" : "看不出差别")
                .toString());
    }

    @Test
    void takesTurns() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        AbTest.run("a", () -> order.add("a"), "b", () -> order.add("b"), 8);
        assertThat(String.join("", order)).isEqualTo("ab".repeat(3) + "abba".repeat(4));
        // the lower row of the figure is what is measured after the warm-up, the upper one is as long and in blocks
        String figure = Files.readString(Recording.module().resolve("../../static/img/chapter19-performance/turns.svg"));
        assertThat(drawn(figure, 358)).isEqualTo(String.join("", order).substring(6, 18));
        assertThat(drawn(figure, 178)).isEqualTo("a".repeat(6) + "b".repeat(6));
    }

    private static String drawn(String figure, int y) {
        return Pattern.compile("y=\"" + y + "\"[^>]*>([AB])</text>").matcher(figure).results()
                .map(letter -> letter.group(1)).collect(Collectors.joining()).toLowerCase(Locale.ROOT);
    }

    /** Eleven rounds alike, nine in which B takes nearly three times as long: in most rounds there is no difference. */
    @Test
    void mostRoundsAlike() {
        double[] a = new double[20];
        double[] b = new double[20];
        Arrays.fill(a, 10e6);
        Arrays.setAll(b, i -> i < 11 ? 10e6 : 27e6);
        AbTest.Result result = AbTest.compare("旧的写法", a, "新的写法", b);
        assertThat(result.p()).isLessThan(0.01);
        assertThat(result.ratio()).isEqualTo(1);
        assertThat(result.real()).isFalse();
        assertThat(result.toString()).contains("说不出谁快");
    }

    /** Eleven rounds in which B is a little faster, nine in which it takes nearly three times as long. */
    @Test
    void majorityAgainstTheSum() {
        double[] a = new double[20];
        double[] b = new double[20];
        Arrays.fill(a, 10e6);
        Arrays.setAll(b, i -> i < 11 ? 9.9e6 : 27e6);
        AbTest.Result result = AbTest.compare("旧的写法", a, "新的写法", b);
        assertThat(result.p()).isLessThan(0.01);
        assertThat(result.real()).isFalse();
        assertThat(result.toString()).contains("B 用的时间是 A 的 0.99 倍", "说不出谁快");
    }

    @Test
    void smallRatioIsNotZero() {
        double[] a = times(10, 0.1, 8, 1);
        double[] b = Arrays.stream(a).map(nanos -> nanos / 1000).toArray();
        assertThat(AbTest.compare("A", a, "B", b).toString()).contains("B 用的时间是 A 的 0.0010 倍");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, 10_001})
    void rounds(int rounds) {
        assertThatIllegalArgumentException().isThrownBy(() -> AbTest.run("a", () -> 1, "b", () -> 2, rounds))
                .withMessageContaining("轮数要在 8 到 10000 之间");
    }

    @Test
    void unequalRounds() {
        assertThatIllegalArgumentException().isThrownBy(() -> AbTest.compare("a", new double[9], "b", new double[8]))
                .withMessageContaining("轮数不同");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void impossibleTime(double time) {
        double[] times = times(1, 0.1, 8, 1);
        double[] broken = times.clone();
        broken[3] = time;
        assertThatIllegalArgumentException().isThrownBy(() -> AbTest.compare("a", times, "b", broken));
    }

    @Test
    void failingVariantStops() {
        assertThatIllegalStateException().isThrownBy(() -> AbTest.run("a", () -> 1, "b", () -> {
            throw new IllegalStateException("坏了");
        }, 8)).withMessage("坏了");
    }

    /** The program as it is compiled: {@link #program} runs the file. */
    private static Future<ConsoleRun> start(String encoding, String... arguments) {
        return run(encoding, List.of("-XX:TieredStopAtLevel=1", "-cp", "target/classes", AbTest.class.getName()), arguments);
    }

    private static Future<ConsoleRun> run(String encoding, List<String> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8", "-Dstdout.encoding=" + encoding, "-Dstderr.encoding=" + encoding));
        command.addAll(program);
        command.addAll(List.of(arguments));
        return CompletableFuture.supplyAsync(() -> ConsoleRun.run(command, Recording.module(), null, Map.of("LC_ALL", "C")),
                Thread::startVirtualThread);
    }

    /** The file alone, as the reader copies it. */
    @Test
    void program() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            boolean slow = exchange.getRequestURI().getPath().equals("/slow");
            try {
                Thread.sleep(slow ? 40 : 1);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            boolean broken = exchange.getRequestURI().getPath().equals("/broken");
            byte[] body = "ok".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(broken ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort();
            ConsoleRun run = run("UTF-8", List.of("src/main/java/com/example/measure/AbTest.java"),
                    address + "/slow", address + "/fast", "8").get();
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).contains("A " + address + "/slow：中位数", "8 轮，B 用的时间是 A 的 0.", "差别是真的");
            assertThat(requests).hasValue(2 * (3 + 8));

            String nobody = "http://127.0.0.1:" + RunningProgram.freePort() + "/";
            Future<ConsoleRun> broken = start("UTF-8", address + "/slow", address + "/broken");
            Future<ConsoleRun> gone = start("UTF-8", address + "/fast", nobody);
            Future<ConsoleRun> ascii = start("US-ASCII", address + "/fast", address + "/fast", "8");
            assertThat(broken.get().exitCode()).isEqualTo(1);
            assertThat(broken.get().output()).isEqualToIgnoringNewLines(address + "/broken 返回 500");
            assertThat(gone.get().exitCode()).isEqualTo(1);
            assertThat(gone.get().output()).isEqualToIgnoringNewLines(nobody + " 没有答复");
            // The report, too, in a terminal that Java takes to be one of ASCII.
            assertThat(ascii.get().output()).contains("/fast：中位数", "8 轮，B 用的时间是 A 的 ");
        }
        finally {
            server.stop(0);
        }
    }

    @Test
    void usage() throws Exception {
        Future<ConsoleRun> one = start("UTF-8", "http://127.0.0.1/a");
        Future<ConsoleRun> many = start("UTF-8", "http://127.0.0.1/a", "http://127.0.0.1/b", "many");
        Future<ConsoleRun> few = start("UTF-8", "http://127.0.0.1/a", "http://127.0.0.1/b", "7");
        assertThat(one.get().exitCode()).isEqualTo(2);
        assertThat(one.get().output()).contains("用法：java AbTest.java 地址A 地址B [轮数]");
        assertThat(many.get().exitCode()).isEqualTo(2);
        assertThat(few.get().exitCode()).isEqualTo(1);
        assertThat(few.get().output()).isEqualToIgnoringNewLines("轮数要在 8 到 10000 之间，不是 7");
    }

    /** A container often has no LANG: Java then takes the terminal's charset to be ASCII. */
    @Test
    void terminalOfAscii() throws Exception {
        assertThat(start("US-ASCII").get().output()).isEqualToIgnoringNewLines("用法：java AbTest.java 地址A 地址B [轮数]");
    }

    /** The charset of a Chinese Windows has the Greek letter mu, and not the micro sign. */
    @Test
    void microsecondsInGbk() {
        double[] times = times(0.03, 0.1, 8, 1);
        assertThat(AbTest.compare("A", times, "B", times).toString()).contains("s，中间一半在")
                .matches(report -> Charset.forName("GBK").newEncoder().canEncode(report));
    }

    @Test
    void badAddressIsOneLine() throws Exception {
        Map<String, Future<ConsoleRun>> runs = new LinkedHashMap<>();
        for (String address : List.of("localhost:8080/a", "/a", "http://local host/a", "http://", "http://127.0.0.1:99999/")) {
            runs.put(address, start("UTF-8", address, "http://127.0.0.1/b"));
        }
        for (Map.Entry<String, Future<ConsoleRun>> run : runs.entrySet()) {
            assertThat(run.getValue().get().exitCode()).isEqualTo(1);
            assertThat(run.getValue().get().output()).isEqualToIgnoringNewLines(
                    "地址“" + run.getKey() + "”不对：要写全，比如 http://localhost:8080/a");
        }
    }

    /** Copied into a project: the reader's own tests are in a package, and can use what has no package from none. */
    @ParameterizedTest
    @ValueSource(strings = {"", "package shop;"})
    void asAClassItNeedsAPackage(String first, @TempDir Path folder) throws Exception {
        Path copy = folder.resolve("AbTest.java");
        Files.writeString(copy, Files.readString(Recording.module().resolve("src/main/java/com/example/measure/AbTest.java"))
                .replace("package com.example.measure;", first));
        Path own = Files.writeString(folder.resolve("Own.java"), """
                package shop;
                class Own {
                    Object compare() throws Exception {
                        return AbTest.run("a", () -> 1, "b", () -> 2, 8);
                    }
                }
                """);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            boolean compiled = compiler.getTask(null, files, said, List.of("-proc:none", "-d", folder.toString()), null,
                    files.getJavaFileObjects(copy, own)).call();
            assertThat(compiled).as(said.getDiagnostics().toString()).isEqualTo(!first.isEmpty());
        }
        assertThat(said.getDiagnostics()).extracting(line -> line.getCode())
                .isEqualTo(first.isEmpty() ? List.of("compiler.err.cant.resolve.location") : List.of());
    }
}
