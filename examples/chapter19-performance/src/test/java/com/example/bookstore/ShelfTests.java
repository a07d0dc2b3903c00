package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.measure.AbTest;
import com.example.measure.ClosedLoop;
import com.example.measure.Latencies;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Timeout(120)
@Isolated
class ShelfTests {

    private final HttpClient client = HttpClient.newHttpClient();
    @LocalServerPort
    private int port;
    @Autowired
    private Unread unread;
    @Autowired
    private StatementCount count;
    @Autowired
    private DataSource database;

    private HttpResponse<String> get(String path) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response;
    }

    /** A load of four clients; how long all of it took is what is compared. */
    private Callable<Latencies> load(String path, int each) {
        return () -> ClosedLoop.run(4, each, Duration.ZERO, () -> get(path));
    }

    private static String statements(HttpResponse<String> response) {
        return response.headers().firstValue("Sql-Count").orElseThrow();
    }

    @Test
    void samePage() throws Exception {
        assertThat(get("/shelf/joined").body()).isEqualTo(get("/shelf/one-by-one").body())
                .startsWith("[{\"isbn\":\"9780000005000\",\"title\":\"书 5000\",\"author\":\"作者 1\"}");
    }

    @Test
    void statements() throws Exception {
        String before = statements(get("/shelf/one-by-one"));
        String after = statements(get("/shelf/joined"));
        assertThat(before).isEqualTo("41");
        assertThat(after).isEqualTo("1");
        Recording.check("statements.txt", "GET /shelf/one-by-one\nSql-Count: " + before
                + "\n\nGET /shelf/joined\nSql-Count: " + after);
    }

    @Test
    void countsEachRequestAlone() throws Exception {
        get("/shelf/one-by-one");
        assertThat(statements(get("/shelf/one-by-one"))).isEqualTo("41");
        ClosedLoop.run(8, 3, Duration.ZERO, () -> {
            assertThat(statements(get("/shelf/one-by-one"))).isEqualTo("41");
            return null;
        });
    }

    @Test
    void countsCallsAndBatches() throws SQLException {
        count.reset();
        try (Connection connection = database.getConnection();
                CallableStatement call = connection.prepareCall("call 1 + 1");
                Statement batch = connection.createStatement()) {
            assertThat(call.execute()).isTrue();
            batch.addBatch("update book set title = title where isbn = '1'");
            batch.addBatch("update book set title = title where isbn = '2'");
            assertThat(batch.executeBatch()).containsExactly(0, 0);
        }
        assertThat(count.get()).isEqualTo(2);
    }

    @Test
    void interruptedOnTheWay() throws SQLException {
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
        finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void percentiles() throws Exception {
        Latencies before = ClosedLoop.run(4, 10, Duration.ZERO, () -> get("/shelf/one-by-one"));
        assertThat(before.size()).isEqualTo(40);
        // 41 statements of 2 ms each
        assertThat(before.percentile(50)).isGreaterThanOrEqualTo(Duration.ofMillis(82));
        assertThat(before.percentile(99)).isGreaterThanOrEqualTo(before.percentile(50));
    }

    // region ab
    @Test
    void joinedIsFaster() throws Exception {
        AbTest.Result result = AbTest.run("一本一本地问", load("/shelf/one-by-one", 1),
                "连接查询", load("/shelf/joined", 1), 10);
        RawData.check("shelf.tsv", result, RawData.fasterBy(3));
    }
    // endregion ab

    @Test
    void sameUnread() {
        assertThat(unread.hashing(1)).isEqualTo(unread.scanning(1)).hasSize(20).startsWith("9780000004901");
        assertThat(unread.hashing(2)).isEqualTo(unread.scanning(2)).startsWith("9780000000001");
    }

    @Test
    void hashingIsFaster() throws Exception {
        AbTest.Result result = AbTest.run("从头找", load("/customers/1/unread/scanning", 1),
                "放进集合", load("/customers/1/unread/hashing", 1), 10);
        RawData.check("unread.tsv", result, RawData.fasterBy(3));
    }

    @Test
    void statementsDoNotTell() throws Exception {
        assertThat(statements(get("/customers/1/unread/scanning"))).isEqualTo("2");
        assertThat(statements(get("/customers/1/unread/hashing"))).isEqualTo("2");
    }

    private List<RecordedEvent> events(Path folder, String path, int each) throws Exception {
        load(path, 3).call();
        Path file = folder.resolve("page.jfr");
        try (jdk.jfr.Recording recording = new jdk.jfr.Recording(jdk.jfr.Configuration.getConfiguration("profile"))) {
            recording.start();
            load(path, each).call();
            recording.stop();
            recording.dump(file);
        }
        assertThat(Files.size(file)).isPositive();
        return RecordingFile.readAllEvents(file);
    }

    @Test
    void flightRecorderFindsStatements(@TempDir Path folder) throws Exception {
        Map<String, Long> bySql = events(folder, "/shelf/one-by-one", 5).stream()
                .filter(event -> event.getEventType().getName().equals("bookstore.Statement"))
                .collect(Collectors.groupingBy(event -> event.getString("sql"), Collectors.counting()));
        assertThat(bySql).hasSize(2);
        Table table = new Table("次数", "语句");
        bySql.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(entry -> table.row(entry.getValue(), entry.getKey()));
        Recording.check("jfr-statements.txt", table.toString());
    }

    /** The quick compiler for the tools: each of them lives for seconds, and none of them is timed. */
    private static String command(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", program).toString()));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"));
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    private static Future<String> jfr(String... arguments) {
        return CompletableFuture.supplyAsync(() -> command("jfr", arguments), Thread::startVirtualThread);
    }

    /**
     * Asks for the page until the search is compiled: until fifteen of the last twenty samples are in the method that
     * searches. Before that, they are spread over what it calls.
     */
    private void heat(String path) throws Exception {
        AtomicBoolean hot = new AtomicBoolean();
        Deque<Boolean> last = new ArrayDeque<>();
        try (RecordingStream samples = new RecordingStream()) {
            samples.setReuse(false);
            samples.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            samples.onEvent("jdk.ExecutionSample", sample -> {
                last.add(sample.getStackTrace().getFrames().getFirst().getMethod().getName().equals("indexOfRange"));
                if (last.size() > 20) {
                    last.remove();
                }
                if (last.size() == 20 && last.stream().filter(searching -> searching).count() >= 15) {
                    hot.set(true);
                }
            });
            samples.startAsync();
            while (!hot.get()) {
                load(path, 1).call();
            }
        }
    }

    /**
     * What the reader types while the page is under load; this JVM optimises all it can, as the reader's then does. On a
     * busy machine the compiler comes late, so the page is hot before the recording begins. The programs that are started
     * need longer there, too.
     */
    @Test
    @Timeout(300)
    void flightRecorderByCommand(@TempDir Path folder) throws Exception {
        assertThat(Recording.module().resolve("pom.xml")).content().contains("<optimizedLaunch>false</optimizedLaunch>");
        heat("/customers/1/unread/scanning");
        String pid = Long.toString(ProcessHandle.current().pid());
        String file = folder.resolve("page.jfr").toString();
        assertThat(command("jcmd", pid, "JFR.start", "name=page", "settings=profile", "filename=" + file))
                .contains("Started recording");
        String page = "http://127.0.0.1:" + port + "/customers/1/unread/scanning";
        assertThat(command("java", "-Dstdout.encoding=UTF-8", "src/main/java/com/example/measure/AbTest.java", page, page))
                .contains("20 轮");
        assertThat(command("jcmd", pid, "JFR.stop", "name=page")).contains("Stopped recording \"page\"");
        Future<String> stacks = jfr("print", "--events", "ExecutionSample", file);
        Future<String> statements = jfr("print", "--events", "bookstore.Statement", file);
        String hot = jfr("view", "--width", "100", "hot-methods", file).get();
        assertThat(hot).containsPattern("Java Methods that Executes? the Most"); // JDK 21 has an s
        String[] first = hot.lines().dropWhile(line -> !line.startsWith("---")).skip(1).findFirst().orElseThrow()
                .strip().split(" {2,}| (?=\\d+\\.\\d+%)");
        System.out.println(String.join(" | ", first));
        // Who had it searched: the page's own method stands three lines below, in what is printed of each stack by itself.
        assertThat(stacks.get()).containsPattern(
                "ArrayList\\.indexOfRange\\(.*\\R.*indexOf\\(.*\\R.*contains\\(.*\\R.*bookstore\\.Unread\\.lambda\\$scanning");
        assertThat(statements.get()).contains(
                "sql = \"select isbn from purchase where customer = ? order by isbn\"");
        assertThat(Double.parseDouble(first[2].replace("%", ""))).isGreaterThan(40);
        Recording.check("hot-methods.txt", new Table("Method", "Percent").row(first[0], "40% 以上").toString());
    }

    /** Of each sample on the CPU: the first method of the book's own code. */
    private static String ownMethod(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream()
                .map(frame -> frame.getMethod())
                .filter(method -> method.getType().getName().startsWith("com.example.bookstore"))
                .findFirst().map(ShelfTests::name).orElse("");
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName().replaceAll(".*\\.", "")
                + "." + method.getName().replaceAll("lambda\\$(\\w+)\\$\\d+", "$1");
    }

    @Test
    void flightRecorderFindsTheScan(@TempDir Path folder) throws Exception {
        List<RecordedEvent> samples = events(folder, "/customers/1/unread/scanning", 6).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample")).toList();
        assertThat(samples).hasSizeGreaterThan(20);
        Map<String, Long> byMethod = samples.stream()
                .collect(Collectors.groupingBy(ShelfTests::ownMethod, Collectors.counting()));
        System.out.println(byMethod);
        Map.Entry<String, Long> hottest = byMethod.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        assertThat(hottest.getKey()).isEqualTo("Unread.scanning");
        assertThat(hottest.getValue()).isGreaterThan(samples.size() / 2);
        Recording.check("jfr-hot.txt", new Table("书店自己的方法", "占 CPU 采样的")
                .row(hottest.getKey(), "一半以上").toString());
    }
}
