package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.DockerEngine;
import com.example.bookstore.Engine;
import com.example.bookstore.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The two longest begin at once: the thread that has the class takes its last method first, those that help
 * it begin at the front.
 */
@DisplayName("运行容器：信号、内存、处理器、时区、网络、权限")
@ExtendWith(Engine.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.CONCURRENT)
class ContainerTests {

    private static final String JRE = "eclipse-temurin:25-jre";
    private static final Duration START = Duration.ofMinutes(5);

    private static DockerEngine docker;

    private final List<String> started = new ArrayList<>();

    @BeforeAll
    static void engine() {
        docker = Engine.docker();
    }

    /** Starts a container that ends with the test: its health checks would slow down the others. */
    private String start(String... arguments) {
        String container = docker.start(arguments);
        started.add(container);
        return container;
    }

    /** Like {@link #start}, for a store: of {@code bookstore:1} or an image on it. */
    private String startStore(String... arguments) {
        return start(Stream.concat(Engine.quick().stream(), Stream.of(arguments)).toArray(String[]::new));
    }

    @AfterEach
    void remove() {
        if (!started.isEmpty()) {
            List<String> command = new ArrayList<>(List.of("rm", "--force", "--volumes"));
            command.addAll(started);
            docker.run(command.toArray(String[]::new));
        }
    }

    /** Builds an image on a Dockerfile's lines. */
    private static void image(String tag, String dockerfile) {
        try (ProgramFolder folder = ProgramFolder.create("variant-")) {
            Path file = folder.write("Dockerfile", dockerfile);
            try {
                Files.copy(Recording.module().resolve("docker/start.sh"), folder.path().resolve("start.sh"));
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            Store.build(docker, folder, file, tag);
        }
    }

    /** Runs a probe of this module in a container until it ends. */
    private Ended probe(Class<?> main, List<String> options, String... jvm) {
        List<String> command = new ArrayList<>(List.of("--volume",
                Recording.module().resolve("target/test-classes") + ":/probe:ro"));
        command.addAll(options);
        // One stream: of two, the engine does not keep which came first.
        command.addAll(List.of(JRE, "sh", "-c", "exec java \"$@\" 2>&1", "java"));
        command.addAll(List.of(jvm));
        command.addAll(List.of("-cp", "/probe", main.getName()));
        String container = start(command.toArray(String[]::new));
        return ended(container);
    }

    private record Ended(String container, int exitCode, boolean oomKilled, String output) {
    }

    private static Ended ended(String container) {
        try (RunningProgram wait = RunningProgram.start(List.of("docker", "wait", container), Recording.module(), docker.environment())) {
            // On a busy machine a container takes longer than other commands of docker may.
            assertThat(wait.exitCode(START)).as(wait.output()).hasValue(0);
        }
        return new Ended(container, Integer.parseInt(docker.inspect(container, "{{.State.ExitCode}}")), Boolean.parseBoolean(docker.inspect(container, "{{.State.OOMKilled}}")),
                docker.docker("logs", container).output());
    }

    private static void awaitReady(String container) {
        URI readiness = Store.address(docker, container, "/actuator/health/readiness");
        await().atMost(START).pollInterval(Duration.ofMillis(200)).ignoreExceptions()
                .until(() -> Store.send("GET", readiness).statusCode() == 200);
    }

    private static String order(URI orders) {
        try {
            HttpResponse<String> response = Store.send("POST", orders);
            return response.statusCode() == 201 ? "下单成功" : "状态 " + response.statusCode();
        }
        catch (ConnectException | NoRouteToHostException | HttpConnectTimeoutException ex) {
            return "连不上";
        }
        catch (IOException ex) {
            return "切断";
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    @Test
    @Order(1)
    @DisplayName("五种启动命令：谁是 1 号进程，docker stop 之后请求怎样")
    void stop() throws Exception {
        Map<String, String> entrypoints = new LinkedHashMap<>();
        entrypoints.put("[\"java\", …]", "ENTRYPOINT [\"java\", \"-jar\", \"bookstore.jar\"]");
        entrypoints.put("java …", "ENTRYPOINT java -jar bookstore.jar");
        entrypoints.put("java … | tee", "ENTRYPOINT java -jar bookstore.jar | tee /tmp/bookstore.log");
        entrypoints.put("脚本，java …", "COPY start.sh ./\nENTRYPOINT [\"sh\", \"start.sh\"]");
        entrypoints.put("脚本，exec java …", "COPY start.sh ./\nRUN sed -i 's/^java/exec java/' start.sh\nENTRYPOINT [\"sh\", \"start.sh\"]");
        Map<String, String> containers = new LinkedHashMap<>();
        int number = 0;
        for (Map.Entry<String, String> entry : entrypoints.entrySet()) {
            String tag = "stop:" + number++;
            image(tag, "FROM bookstore:1\nUSER root\nHEALTHCHECK NONE\n" + entry.getValue() + "\n");
            containers.put(entry.getKey(), startStore("--env", "BOOKSTORE_PAYMENT_TIME=4s", tag));
        }
        containers.values().forEach(ContainerTests::awaitReady);
        Map<String, String> first = new LinkedHashMap<>();
        containers.forEach((name, container) -> first.put(name,
                docker.run("exec", container, "cat", "/proc/1/comm")));
        // A container that has ended has no address any more.
        Map<String, URI> addresses = new LinkedHashMap<>();
        containers.forEach((name, container) -> addresses.put(name, Store.address(docker, container, "/books/1/orders")));
        Map<String, List<Future<String>>> early = new LinkedHashMap<>();
        Map<String, List<Future<String>>> late = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            addresses.forEach((name, orders) -> early.put(name, six(threads, orders, Instant.EPOCH)));
            for (String container : containers.values()) {
                await().atMost(START).pollInterval(Duration.ofMillis(300)).until(
                        () -> docker.docker("logs", container).output().split("付款中", -1).length == 7);
            }
            List<Future<ConsoleRun>> stops = new ArrayList<>();
            Instant asked = Instant.now();
            for (String container : containers.values()) {
                stops.add(threads.submit((Callable<ConsoleRun>) () -> docker.docker("stop", "--time", "10", container)));
            }
            // 7.5 s later: what has obeyed is gone, what has not still takes orders, which need 4 s of its 2.5 s.
            await().atMost(START).pollInterval(Duration.ofMillis(300)).until(() -> {
                Map<String, Instant> told = told(asked);
                containers.forEach((name, container) -> {
                    if (told.containsKey(container) && !late.containsKey(name)) {
                        late.put(name, six(threads, addresses.get(name), told.get(container).plusMillis(7500)));
                    }
                });
                return late.size() == containers.size();
            });
            for (Future<ConsoleRun> stop : stops) {
                assertThat(stop.get().exitCode()).isZero();
            }
        }
        Table table = new Table("启动命令", "1 号进程", "停之前下的 6 单", "7.5 秒之后又来 6 单", "退出码");
        for (String name : containers.keySet()) {
            table.row(name, first.get(name), answers(early.get(name)), answers(late.get(name)),
                    docker.inspect(containers.get(name), "{{.State.ExitCode}}"));
        }
        Recording.check("stop.txt", table.toString());
        assertThat(docker.inspect(containers.get("[\"java\", …]"), "{{.State.ExitCode}}")).isEqualTo("143");
        assertThat(docker.inspect(containers.get("脚本，java …"), "{{.State.ExitCode}}")).isEqualTo("137");
        assertThat(docker.inspect(containers.get("脚本，java …"), "{{.State.OOMKilled}}")).isEqualTo("false");
    }

    @Test
    @DisplayName("写成一整句，再加 --init：很快以 143 结束，可是 Java 没有停机，手上的单子切断了")
    void initIsNoCure() throws Exception {
        image("init:1", "FROM bookstore:1\nHEALTHCHECK NONE\nENTRYPOINT java -jar bookstore.jar\n");
        String container = startStore("--init", "--env", "BOOKSTORE_PAYMENT_TIME=30s", "init:1");
        awaitReady(container);
        URI orders = Store.address(docker, container, "/books/1/orders");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> order = threads.submit(() -> order(orders));
            await().atMost(START).pollInterval(Duration.ofMillis(300)).until(() -> docker.docker("logs", container).output().contains("付款中"));
            docker.run("stop", container);
            assertThat(order.get()).isEqualTo("切断");
        }
        Ended stopped = ended(container);
        assertThat(stopped.exitCode()).isEqualTo(143);
        assertThat(stopped.output()).doesNotContain("graceful shutdown");
    }

    /** When each container was sent SIGTERM: on a busy machine, well after {@code docker stop} was started. */
    private static Map<String, Instant> told(Instant since) {
        Map<String, Instant> told = new HashMap<>();
        docker.run("events", "--since", seconds(since), "--until", seconds(Instant.now()), "--filter", "event=kill",
                "--format", "{{.Actor.ID}} {{.Actor.Attributes.signal}} {{.TimeNano}}").lines()
                .map(line -> line.split(" ")).filter(event -> event.length == 3 && event[1].equals("15"))
                .forEach(event -> told.put(event[0], Instant.ofEpochSecond(0, Long.parseLong(event[2]))));
        return told;
    }

    private static String seconds(Instant time) {
        return "%d.%09d".formatted(time.getEpochSecond(), time.getNano());
    }

    private static List<Future<String>> six(ExecutorService threads, URI orders, Instant when) {
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            answers.add(threads.submit(() -> {
                Thread.sleep(Duration.between(Instant.now(), when));
                return order(orders);
            }));
        }
        return answers;
    }

    private static String answers(List<Future<String>> orders) throws ExecutionException, InterruptedException {
        Map<String, Integer> counts = new TreeMap<>();
        for (Future<String> order : orders) {
            counts.merge(order.get(), 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder();
        counts.forEach((answer, count) -> text.append(text.isEmpty() ? "" : "，").append(answer).append(' ').append(count));
        return text.toString();
    }

    @Test
    @DisplayName("同一个报表，三种死法：堆满了、堆满了就退出、被内核杀")
    void threeDeaths() {
        List<String> limit = List.of("--memory", "128m", "--memory-swap", "128m");
        Ended heap = probe(Hoarder.class, limit, "-Xmx48m");
        Ended exits = probe(Hoarder.class, limit, "-Xmx48m", "-XX:+ExitOnOutOfMemoryError");
        Ended killed = probe(Hoarder.class, limit, "-Xmx512m");
        String idle = start("--stop-timeout", "1", JRE, "sleep", "600");
        docker.run("stop", idle);
        Ended stopped = ended(idle);
        Table table = new Table("", "退出码", "OOMKilled", "日志里有 OutOfMemoryError");
        table.row("堆上限 48 MiB", heap.exitCode(), heap.oomKilled(), said(heap));
        table.row("再加 ExitOnOutOfMemoryError", exits.exitCode(), exits.oomKilled(), said(exits));
        table.row("堆上限 512 MiB，容器 128 MiB", killed.exitCode(), killed.oomKilled(), said(killed));
        table.row("不理会 SIGTERM 的 sleep，docker stop", stopped.exitCode(), stopped.oomKilled(), said(stopped));
        Recording.check("deaths.txt", table.toString());
        assertThat(heap.exitCode()).isEqualTo(1);
        assertThat(exits.exitCode()).isEqualTo(3);
        assertThat(killed.exitCode()).isEqualTo(137);
        assertThat(killed.oomKilled()).isTrue();
        assertThat(stopped.exitCode()).isEqualTo(137);
        assertThat(stopped.oomKilled()).isFalse();
        Recording.check("heap-full.txt", heap.output());
        Recording.check("killed.txt", "$ docker logs report\n" + killed.output()
                + "$ docker inspect --format '{{.State.ExitCode}} {{.State.OOMKilled}}' report\n"
                + docker.inspect(killed.container(), "{{.State.ExitCode}} {{.State.OOMKilled}}") + "\n");
    }

    @Test
    @DisplayName("五种 OutOfMemoryError：ExitOnOutOfMemoryError 管 JVM 分配不出的堆、元空间、过长的数组，不管直接内存与线程")
    void exitOnOutOfMemoryError() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("heap", "堆");
        kinds.put("array", "数组太长");
        kinds.put("metaspace", "类的元数据");
        kinds.put("direct", "直接内存");
        kinds.put("threads", "线程");
        // One container for the five: each would be a copy of the image.
        String said = ended(start("--memory", "256m", "--pids-limit", "100", "--volume",
                Recording.module().resolve("target/test-classes") + ":/probe:ro", JRE, "sh", "-c", """
                        for kind in %s; do
                          java -XX:+ExitOnOutOfMemoryError -XX:TieredStopAtLevel=1 -Xmx32m -XX:MaxMetaspaceSize=24m \\
                            -XX:MaxDirectMemorySize=16m -cp /probe %s $kind 2>&1
                          echo "$kind $?"
                        done
                        """.formatted(String.join(" ", kinds.keySet()), Exhaust.class.getName()))).output();
        Table table = new Table("用尽的是", "退出码", "OutOfMemoryError 后面写着");
        kinds.forEach((kind, name) -> {
            Matcher one = Pattern.compile("(?s)java\\.lang\\.OutOfMemoryError: ([^\n:(]+)((?!OutOfMemoryError).)*?\n" + kind + " (\\d+)\n")
                    .matcher(said);
            assertThat(one.find()).as(said).isTrue();
            table.row(name, one.group(3).equals("0") ? "没有退出" : one.group(3),
                    one.group(1).strip().replaceFirst("\\d+ bytes", "… bytes"));
        });
        Recording.check("exit-on-oom.txt", table.toString());
        assertThat(said).contains("heap 3\n", "array 3\n", "metaspace 3\n", "still here\ndirect 0\n", "still here\nthreads 0\n");
    }

    @Test
    @DisplayName("脚本带着机器上的权限进镜像：应用的用户读不了、没有执行权限，都以 126 结束")
    void scriptsWithoutRights() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("rights-")) {
            for (String script : List.of("docker/healthcheck.sh", "docker/start.sh")) {
                Path copy = folder.write(Path.of(script).getFileName().toString(), Files.readString(Recording.module().resolve(script)));
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
            }
            Store.build(docker, folder, folder.write("Dockerfile", """
                    FROM debian:bookworm-slim
                    COPY healthcheck.sh start.sh /usr/local/bin/
                    USER 10001
                    """), "rights:1");
        }
        ConsoleRun unread = docker.docker("run", "--rm", "rights:1", "bash", "/usr/local/bin/healthcheck.sh");
        assertThat(unread.exitCode()).isEqualTo(126);
        assertThat(unread.output()).contains("/usr/local/bin/healthcheck.sh: Permission denied");
        ConsoleRun notRun = docker.docker("run", "--rm", "--user", "root", "--entrypoint", "/usr/local/bin/start.sh", "rights:1");
        assertThat(notRun.exitCode()).isEqualTo(126);
        assertThat(notRun.output()).contains("permission denied");
    }

    private static String said(Ended ended) {
        return ended.output().contains("OutOfMemoryError") || ended.output().contains("java.lang.OutOfMemory") ? "有" : "没有";
    }

    @Test
    @DisplayName("JVM 看到的容器：堆的上限、处理器、收集器、公共线程池")
    void sees() {
        Table table = new Table("docker run", "堆的上限", "处理器", "收集器", "公共线程池");
        for (String[] row : List.of(new String[] {"--memory 128m"}, new String[] {"--memory 512m"},
                new String[] {"--memory 512m --cpus 0.5"}, new String[] {"--memory 512m --cpus 1.5"},
                new String[] {"--memory 2g --cpus 2"}, new String[] {"--memory 512m", "-XX:MaxRAMPercentage=60"},
                new String[] {"--memory 512m", "-XX:MaxRAMPercentage=10"}, new String[] {"--memory 128m", "-XX:MaxRAMPercentage=60"})) {
            String[] jvm = row.length == 1 ? new String[0] : new String[] {row[1]};
            List<String> options = new ArrayList<>(List.of(row[0].split(" ")));
            if (!row[0].contains("--cpus")) {
                // The recording must not depend on the machine's processors.
                options.addAll(List.of("--cpus", "1"));
            }
            String[] cells = probe(Sees.class, options, jvm).output().strip().split("\t");
            table.row(String.join(" ", options) + (jvm.length == 0 ? "" : "，" + jvm[0]), cells[0] + " MiB", cells[1], cells[2], cells[3]);
        }
        Recording.check("sees.txt", table.toString());
        assertThat(table.toString()).contains("128 MiB").contains("64 MiB");
    }

    @Test
    @DisplayName("堆只是一部分：堆上限 64 MiB 的书店，容器用的比它多")
    void moreThanHeap() throws Exception {
        String container = start("--memory", "512m", "--env", "JDK_JAVA_OPTIONS=-Xmx64m -XX:TieredStopAtLevel=1", "bookstore:1");
        awaitReady(container);
        String rss = docker.run("exec", container, "bash", "-c", "while read -r k v u; do if [ \"$k\" = VmRSS: ]; then echo $v; fi; done < /proc/1/status");
        long resident = Long.parseLong(rss) / 1024;
        assertThat(resident).isGreaterThan(100);
        Recording.check("more-than-heap.txt", new Table("堆的上限", "进程占的物理内存").row("64 MiB", "超过 100 MiB").toString());
    }

    @Test
    @DisplayName("时区与编码：什么都不设、设了 TZ 与 LANG")
    void place() {
        Ended bare = probe(Place.class, List.of());
        Ended set = probe(Place.class, List.of("--env", "TZ=Asia/Shanghai", "--env", "LANG=C.UTF-8"));
        assertThat(bare.exitCode()).isEqualTo(1);
        assertThat(bare.output()).contains("InvalidPathException");
        assertThat(set.output()).contains("时区 Asia/Shanghai", "书单.txt");
        Recording.check("place.txt", "$ docker run … Place\n" + bare.output().lines().filter(line -> !line.startsWith("\tat"))
                .reduce("", (all, line) -> all + line + "\n") + "$ docker run -e TZ=Asia/Shanghai -e LANG=C.UTF-8 … Place\n" + set.output());
    }

    @Test
    @DisplayName("没有字体的镜像画不了验证码")
    void fonts() {
        Ended drawn = probe(Sign.class, List.of());
        assertThat(drawn.exitCode()).isEqualTo(1);
        Recording.check("fonts.txt", drawn.output().lines().filter(line -> !line.startsWith("\tat"))
                .reduce("", (all, line) -> all + line + "\n"));
    }

    @Test
    @DisplayName("容器里的 localhost 是容器自己")
    void localhost() {
        Ended failed = ended(startStore("--env", "SPRING_DATASOURCE_URL=jdbc:postgresql://localhost:5432/bookstore",
                "--env", "SPRING_DATASOURCE_USERNAME=bookstore", "bookstore:1"));
        assertThat(failed.exitCode()).isEqualTo(1);
        Recording.check("localhost.txt", lines(failed, "Caused by: org.postgresql"));
    }

    @Test
    @DisplayName("挂进去的文件，应用的用户没有权限读")
    void mountedWithoutRights() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("secrets-")) {
            Path file = folder.write("spring.datasource.password", "secret\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            String mount = file + ":/run/secrets/spring.datasource.password:ro";
            Ended failed = ended(startStore("--volume", mount, "bookstore:1"));
            assertThat(failed.exitCode()).isEqualTo(1);
            assertThat(failed.output()).contains("AccessDeniedException");
            Recording.check("mounted-without-rights.txt", lines(failed, "Caused by: java.nio"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            String container = startStore("--volume", mount, "bookstore:1");
            awaitReady(container);
        }
    }

    private static String lines(Ended ended, String from) {
        return ended.output().lines().filter(line -> line.startsWith(from)).distinct()
                .reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    @DisplayName("健康检查用 curl，镜像里没有 curl：应用好好的，却不健康；写了 --restart always 也不重启")
    void curl() {
        image("curl:1", """
                FROM bookstore:1
                HEALTHCHECK --interval=1s --timeout=60s --start-period=1s --retries=2 \\
                  CMD curl --fail http://localhost:8080/actuator/health/readiness
                """);
        String container = startStore("--restart", "always", "curl:1");
        awaitReady(container);
        String since = docker.inspect(container, "{{.State.StartedAt}}");
        await().atMost(START).pollInterval(Duration.ofMillis(300))
                .until(() -> docker.inspect(container, "{{.State.Health.Status}}").equals("unhealthy"));
        Recording.check("no-curl.txt", "$ docker inspect --format '{{.State.Health.Status}}' bookstore\nunhealthy\n"
                + "$ docker inspect --format '{{json .State.Health.Log}}' bookstore\n（第一次）退出码 "
                + docker.inspect(container, "{{(index .State.Health.Log 0).ExitCode}}") + "："
                + docker.inspect(container, "{{(index .State.Health.Log 0).Output}}") + "\n");
        // The engine goes on asking: time enough to restart it, if it did that.
        await().atMost(START).pollInterval(Duration.ofMillis(300))
                .until(() -> Integer.parseInt(docker.inspect(container, "{{.State.Health.FailingStreak}}")) >= 6);
        assertThat(docker.inspect(container, "{{.State.Health.Status}} {{.State.Running}} {{.RestartCount}}"))
                .isEqualTo("unhealthy true 0");
        assertThat(docker.inspect(container, "{{.State.StartedAt}}")).isEqualTo(since);
    }

    @Test
    @DisplayName("主线：docker run，健康，接得住请求，停得下来")
    void mainLine() throws Exception {
        String container = start("--publish", "127.0.0.1::8080", "--memory", "512m", "bookstore:1");
        docker.awaitHealthy(container, START);
        HttpResponse<String> books = Store.send("GET",
                URI.create("http://127.0.0.1:" + docker.port(container, 8080) + "/books"));
        assertThat(books.statusCode()).isEqualTo(200);
        Recording.check("first.txt", "$ curl localhost:8080/books\n" + books.body() + "\n");
        assertThat(Store.send("GET", Store.address(docker, container, "/books/9")).statusCode()).isEqualTo(404);
        assertThat(Store.send("POST", Store.address(docker, container, "/books/9/orders")).statusCode()).isEqualTo(404);
        docker.run("stop", container);
        Ended stopped = ended(container);
        assertThat(stopped.exitCode()).isEqualTo(143);
        Recording.check("graceful.txt", stopped.output().lines().filter(line -> line.contains("graceful") || line.contains("Graceful"))
                .map(line -> line.replaceFirst("^.*? --- ", "… ")).reduce("", (all, line) -> all + line + "\n"));
    }

    @Test
    @DisplayName("宽限期：没有健康过，失败几次都不算；健康过一次，后面的失败就算")
    void startPeriod() {
        String[] sleeping = {"--health-cmd", "test -e /tmp/well", "--health-interval", "1s", "--health-retries", "2",
            "--health-start-period", "600s", JRE, "sleep", "600"};
        String never = start(sleeping);
        String once = start(sleeping);
        docker.run("exec", once, "touch", "/tmp/well");
        docker.awaitHealthy(once, START);
        docker.run("exec", once, "rm", "/tmp/well");
        await().atMost(START).until(() -> docker.inspect(once, "{{.State.Health.Status}}").equals("unhealthy"));
        await().atMost(START).until(() -> docker.inspect(never, "{{len .State.Health.Log}}").equals("5"));
        assertThat(docker.inspect(never, "{{range .State.Health.Log}}{{.ExitCode}} {{end}}").strip()).isEqualTo("1 1 1 1 1");
        assertThat(docker.inspect(never, "{{.State.Health.Status}}")).isEqualTo("starting");
    }

    @Test
    @DisplayName("发布了端口还是连不上：应用不在那个端口，或者监听在 127.0.0.1")
    void published() throws Exception {
        String moved = startStore("--env", "SERVER_PORT=9090", "bookstore:1");
        String inside = startStore("--env", "SERVER_ADDRESS=127.0.0.1", "--health-interval", "1s",
                "bookstore:1");
        for (String container : List.of(moved, inside)) {
            await().atMost(START).pollInterval(Duration.ofMillis(200))
                    .until(() -> docker.docker("logs", container).output().contains("Started BookstoreApplication"));
        }
        assertThat(connects(moved, 9090)).isTrue();
        assertThat(connects(moved, 8080)).isFalse();
        assertThat(connects(inside, 8080)).isFalse();
        docker.awaitHealthy(inside, START);
    }

    private static boolean connects(String container, int port) throws InterruptedException {
        String address = docker.inspect(container, "{{.NetworkSettings.IPAddress}}");
        try {
            return Store.send("GET", URI.create("http://" + address + ":" + port + "/books")).statusCode() == 200;
        }
        catch (IOException ex) {
            return false;
        }
    }

    @Test
    @Order(Integer.MAX_VALUE)
    @DisplayName("docker compose up：书店与 PostgreSQL 一起起来，密码不在环境变量里，订单活过 down 与 up")
    void compose() throws Exception {
        PostgresImage.build(docker);
        try (ProgramFolder folder = Store.context()) {
            folder.write("db-password.txt", "only-in-this-test\n");
            folder.write("quick.yaml", "services:\n  bookstore:\n" + Engine.quickService());
            int port = RunningProgram.freePort();
            Compose compose = new Compose(folder.path(), port);
            try {
                compose.run("up", "-d");
                URI store = URI.create("http://127.0.0.1:" + port);
                await().atMost(START).pollInterval(Duration.ofMillis(300)).ignoreExceptions()
                        .until(() -> Store.send("GET", store.resolve("/actuator/health/readiness")).statusCode() == 200);
                assertThat(Store.send("GET", store.resolve("/books")).body()).contains("三体");
                assertThat(Store.send("POST", store.resolve("/books/1/orders")).statusCode()).isEqualTo(201);
                String bookstore = compose.run("ps", "-q", "bookstore").strip();
                assertThat(docker.run("inspect", bookstore)).doesNotContain("only-in-this-test");
                assertThat(docker.inspect(bookstore, "{{.Config.User}}")).isEqualTo("bookstore");
                String url = compose.run("exec", "-T", "db", "psql", "-h", "/tmp", "-U", "bookstore", "-Atc",
                        "select count(*) from book_order");
                compose.run("down");
                compose.run("up", "-d");
                await().atMost(START).pollInterval(Duration.ofMillis(300)).ignoreExceptions()
                        .until(() -> Store.send("GET", store.resolve("/actuator/health/readiness")).statusCode() == 200);
                String kept = Store.send("GET", store.resolve("/orders/count")).body();
                Recording.check("compose.txt", new Table("", "订单数").row("第一次 up，下一单，在 PostgreSQL 里数", url.strip())
                        .row("down 再 up，问书店", kept).toString());
                assertThat(kept).isEqualTo("1");
            }
            finally {
                compose.run("down", "--volumes", "--timeout", "2");
            }
        }
    }

    /** Debian's Compose, version 1; readers have {@code docker compose}. */
    private record Compose(Path folder, int port) {

        String run(String... arguments) {
            List<String> command = new ArrayList<>(List.of("docker-compose", "--project-name", "chapter16",
                    "--file", "compose.yaml", "--file", "quick.yaml"));
            command.addAll(List.of(arguments));
            Map<String, String> environment = new TreeMap<>(docker.environment());
            environment.put("BOOKSTORE_PORT", String.valueOf(port));
            ConsoleRun run;
            try {
                run = ConsoleRun.run(command, folder, null, environment);
            }
            catch (UncheckedIOException ex) {
                throw Missing.part("没有 docker-compose（Debian 的 docker-compose）");
            }
            assertThat(run.exitCode()).as(run.output()).isZero();
            return run.output();
        }
    }
}
