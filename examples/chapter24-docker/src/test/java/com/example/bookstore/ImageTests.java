package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.DockerEngine;
import com.example.pitfalls.Chosen;
import com.example.pitfalls.NativeLibrary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("生产级镜像：在真的 Docker 引擎上")
@Timeout(600)
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "镜像里的 Java 是运行测试的这一个，-XX:AOTCacheOutput 要 JDK 25")
@Order(1)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.CONCURRENT)
class ImageTests {

    /** For tests that look at which layers the builder takes from its cache. */
    private static final String CACHE = "build cache";
    /** For tests that look at what the name of the image stands for. */
    private static final String NAME = "bookstore:2";
    /** For the test that measures: nothing else runs while it does. */
    private static final String ALONE = "alone";
    /** These are begun first: a worker of JUnit's begins with the last of its tests. */
    private static final int LONGEST = Integer.MAX_VALUE;

    private static final Duration START = Duration.ofSeconds(120);
    private static final String JAVA_DOCKERFILE = """
            FROM debian:bookworm-slim
            COPY . /opt/java/openjdk
            ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:$PATH
            """;

    private static DockerEngine docker;
    private static ProgramFolder context;
    /** The one that docker/run.sh has started, by its id. */
    private static String shop;
    /** jcmd of another group than the shop's. */
    private static CompletableFuture<ConsoleRun> refused;

    @BeforeAll
    static void build() {
        Path jdk = Store.jdk();
        docker = DockerEngine.start();
        docker.baseImages().debian();
        java("eclipse-temurin:25-jdk", jdk);
        context = Store.context();
        // In two steps: each docker command may take 120 s.
        build("Dockerfile", "bookstore:plain", "--target", "plain");
        build("Dockerfile", "bookstore:2", "--build-arg", "REVISION=4711abc");
        shop = script("docker/run.sh").output().lines().toList().getLast();
        awaitReady(shop);
        // Takes ten seconds, in which it only waits.
        refused = CompletableFuture.supplyAsync(() -> docker.docker("run", "--rm", "--pid", "container:bookstore", "--user", "10001",
                "eclipse-temurin:25-jdk", "jcmd", "1", "VM.version"));
    }

    @BeforeEach
    void enter(TestInfo test) {
        if (!test.getTags().contains(ALONE)) {
            Store.enter();
        }
    }

    @AfterEach
    void leave(TestInfo test) {
        if (!test.getTags().contains(ALONE)) {
            Store.leave();
        }
    }

    @AfterAll
    static void close() {
        if (context != null) {
            context.close();
        }
        if (refused != null) {
            refused.join();
        }
        if (docker != null) {
            docker.close();
        }
    }

    private static void java(String tag, Path home) {
        try (ProgramFolder folder = ProgramFolder.create("java-")) {
            docker.run("build", "--quiet", "--file", folder.write("Dockerfile", JAVA_DOCKERFILE).toString(), "--tag", tag,
                    home.toString());
        }
    }

    /** Builds an image and returns what the builder said. */
    private static String build(String dockerfile, String tag, String... options) {
        return build(context, dockerfile, tag, options);
    }

    private static String build(ProgramFolder context, String dockerfile, String tag, String... options) {
        List<String> command = new ArrayList<>(List.of("build", "--file", Recording.module().resolve(dockerfile).toString(),
                "--tag", tag));
        command.addAll(List.of(options));
        command.add(context.path().toString());
        return docker.run(command.toArray(String[]::new));
    }

    /** Runs a script of the page. */
    private static ConsoleRun script(String file, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", Recording.module().resolve(file).toString()));
        command.addAll(List.of(arguments));
        Map<String, String> environment = new TreeMap<>(docker.environment());
        environment.put("BOOKSTORE_PORT", String.valueOf(RunningProgram.freePort()));
        return ConsoleRun.run(command, context.path(), null, environment);
    }

    private static URI address(String container, String path) {
        return URI.create("http://" + docker.inspect(container, "{{.NetworkSettings.IPAddress}}") + ":8080" + path);
    }

    private static void awaitReady(String container) {
        URI readiness = address(container, "/actuator/health/readiness");
        await().atMost(START).pollInterval(Duration.ofMillis(200)).ignoreExceptions()
                .until(() -> Store.get(readiness).statusCode() == 200);
    }

    private record Ended(int exitCode, String output) {

        String lines(String pattern) {
            return output.lines().filter(line -> line.matches(pattern)).distinct().reduce("", (all, line) -> all + line + "\n");
        }
    }

    /** Runs an image until it ends. */
    private static Ended ended(String... arguments) {
        List<String> command = new ArrayList<>(List.of("run", "--rm"));
        command.addAll(List.of(arguments));
        ConsoleRun run = docker.docker(command.toArray(String[]::new));
        return new Ended(run.exitCode(), run.output());
    }

    /** Runs a class of the tests on the application's libraries. */
    private static Ended probe(Class<?> main, String... options) {
        List<String> command = new ArrayList<>(List.of("--volume",
                Recording.module().resolve("target/test-classes") + ":/probe:ro", "--entrypoint", "java"));
        command.addAll(List.of(options));
        command.addAll(List.of("bookstore:2", "-cp", "/probe:/app/lib/*", main.getName()));
        return ended(command.toArray(String[]::new));
    }

    private static long size(String image) {
        return Long.parseLong(docker.run("image", "inspect", "--format", "{{.Size}}", image));
    }

    /** Saved and read once for all tests. */
    private static final Map<String, ImageDiff.Image> SAVED = new TreeMap<>();

    private static synchronized ImageDiff.Image saved(String image) throws IOException {
        ImageDiff.Image known = SAVED.get(image);
        if (known != null) {
            return known;
        }
        try (ProgramFolder folder = ProgramFolder.create("saved-")) {
            Path tar = folder.path().resolve("image.tar");
            docker.run("save", "--output", tar.toString(), image);
            ImageDiff.Image read = ImageDiff.read(tar);
            SAVED.put(image, read);
            return read;
        }
    }

    @Test
    @DisplayName("主线：run.sh 启动书店，健康，卖书")
    void mainLine() throws Exception {
        assertThat(Store.get(address(shop, "/books")).body()).contains("三体");
        docker.awaitHealthy(shop, START);
        Recording.check("first.txt", "$ curl localhost:8080/books\n" + Store.get(address(shop, "/books")).body()
                + "\n$ docker inspect --format '{{.State.Health.Status}}' bookstore\n"
                + docker.inspect(shop, "{{.State.Health.Status}}") + "\n");
        assertThat(Store.get(address(shop, "/books/9")).statusCode()).isEqualTo(404);
        // Longer than chapter 16's slowest end, 13 s.
        assertThat(docker.inspect(shop, "{{.Config.StopTimeout}}")).isEqualTo("15");
    }

    @Test
    @DisplayName("关起门来：不是 root，没有特权，写不进程序的目录，写得进 /tmp")
    void lockedDown() {
        String status = docker.run("exec", shop, "bash", "-c",
                "while read -r k v r; do case $k in Uid:|CapEff:|CapBnd:|NoNewPrivs:) echo $k $v;; esac; done < /proc/1/status");
        assertThat(status).contains("Uid: 10001", "CapEff: 0000000000000000", "NoNewPrivs: 1")
                // A user other than root has no effective ones anyway; the bounding set shows what --cap-drop did.
                .contains("CapBnd: 0000000000000000");
        assertThat(docker.run("run", "--rm", "--entrypoint", "bash", "bookstore:2", "-c", "grep -E '^Cap(Eff|Bnd)' /proc/self/status"))
                .contains("CapEff:\t0000000000000000").doesNotContain("CapBnd:\t0000000000000000");
        ConsoleRun write = docker.docker("exec", shop, "touch", "/app/bookstore.jar.new");
        assertThat(write.exitCode()).isNotZero();
        assertThat(docker.docker("exec", shop, "touch", "/tmp/note").exitCode()).isZero();
        Recording.check("locked.txt", "$ docker exec bookstore touch /app/bookstore.jar.new\n" + write.output()
                + "$ docker exec bookstore touch /tmp/note\n");
    }

    private static final String REVISION = "{{index .Config.Labels \"org.opencontainers.image.revision\"}}";

    @Test
    @ResourceLock(NAME)
    @DisplayName("标签说得出镜像从哪里来")
    void labels() {
        Recording.check("labels.txt", docker.run("image", "inspect", "--format",
                "{{range $key, $value := .Config.Labels}}{{$key}} = {{$value}}{{println}}{{end}}", "bookstore:2"));
        assertThat(docker.run("image", "inspect", "--format", REVISION, "bookstore:2")).isEqualTo("4711abc");
    }

    @Test
    @DisplayName("镜像里的缓存用上了")
    void cacheIsUsed() {
        // Counted in the container: the engine would take long over all of these lines.
        Ended run = ended("--entrypoint", "bash", "bookstore:2", "-c", "java -XX:AOTCache=bookstore.aot -XX:AOTMode=on"
                + " -Xlog:class+load:file=/tmp/classes.log -Dspring.context.exit=onRefresh -jar bookstore.jar > /tmp/out.log"
                + " && grep -c ' org\\.springframework\\..*shared objects file' /tmp/classes.log");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(Integer.parseInt(run.output().strip())).isGreaterThan(1000);
    }

    private static final Pattern RUNNING = Pattern.compile("process running for ([\\d.]+)");

    private record Measured(double seconds, long resident) {
    }

    private static Measured measure(String image) {
        String container = docker.start("--memory", "512m", "--cpus", "1", image);
        try {
            // Waits without asking: that would take the time of another container's processor.
            ConsoleRun log = ConsoleRun.run(List.of("docker", "logs", "--follow", container), Recording.module(),
                    "process running for", docker.environment());
            Matcher seconds = RUNNING.matcher(log.output());
            assertThat(seconds.find()).as(log.output()).isTrue();
            String resident = docker.run("exec", container, "bash", "-c",
                    "while read -r k v u; do if [ \"$k\" = VmRSS: ]; then echo $v; fi; done < /proc/1/status");
            return new Measured(Double.parseDouble(seconds.group(1)), Long.parseLong(resident));
        }
        finally {
            docker.run("rm", "--force", container);
        }
    }

    /** One start of each, two at a time where each of the two has a processor to itself. */
    private static Map<String, Measured> round(Map<String, String> images) {
        Map<String, Measured> round = new ConcurrentHashMap<>();
        try (ExecutorService pair = Executors.newFixedThreadPool(Math.min(2, Runtime.getRuntime().availableProcessors()))) {
            List<CompletableFuture<Void>> starts = images.entrySet().stream().map(image -> CompletableFuture.runAsync(
                    () -> round.put(image.getKey(), measure(image.getValue())), pair)).toList();
            starts.forEach(CompletableFuture::join);
        }
        return round;
    }

    /** Whether the images already differ as they do on an idle machine. */
    private static boolean settled(Map<String, Measured> best) {
        Measured ours = best.get("再加 AOT 缓存（本章）");
        return best.get("JDK 加整个 jar").seconds() > 1.4 * ours.seconds()
                && best.get("小系统加拼出来的 Java").seconds() > 1.4 * ours.seconds()
                && best.get("第 16 章：JRE，解开的 jar").seconds() > 1.2 * ours.seconds()
                && best.values().stream().allMatch(one -> one.resident() > ours.resident() * 0.8
                        && one.resident() < ours.resident() * 1.6);
    }

    /** What the page concludes from size, start and memory, each as a multiple of the chapter's own image. */
    private static void conclude(Map<String, double[]> times) {
        double[] fat = times.get("JDK 加整个 jar");
        double[] layered = times.get("第 16 章：JRE，解开的 jar");
        double[] plain = times.get("小系统加拼出来的 Java");
        assertThat(fat[0]).isGreaterThan(1.25);
        assertThat(layered[0]).isBetween(0.7, 1.2);
        assertThat(plain[0]).isLessThan(0.9);
        assertThat(fat[1]).isGreaterThan(1.4);
        assertThat(layered[1]).isGreaterThan(1.2);
        assertThat(plain[1]).isGreaterThan(1.4);
        assertThat(times.values()).allMatch(one -> one[2] > 0.8 && one[2] < 1.6);
    }

    /** The multiples of the recorded run; a run with {@code -Dbook.record=true} writes its own, which never come out the same. */
    private static Map<String, double[]> recorded(Map<String, double[]> now) {
        Path file = Recording.module().resolve("data/variants.txt");
        try {
            if (Boolean.getBoolean("book.record")) {
                Table table = new Table("镜像（本章为 1）", "大小", "启动用的时间", "占的内存");
                now.forEach((name, one) -> table.row(name, "%.2f".formatted(one[0]), "%.2f".formatted(one[1]),
                        "%.2f".formatted(one[2])));
                Files.createDirectories(file.getParent());
                Files.writeString(file, table.toString());
            }
            Map<String, double[]> times = new LinkedHashMap<>();
            Files.readAllLines(file).stream().skip(1).map(line -> line.split(" {2,}")).forEach(cells -> times.put(cells[0],
                    new double[] { Double.parseDouble(cells[1]), Double.parseDouble(cells[2]), Double.parseDouble(cells[3]) }));
            return times;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    @Order(LONGEST)
    @Tag(ALONE)
    @DisplayName("四种镜像：多大，启动多久，占多少内存")
    void variants() {
        java("eclipse-temurin:25-jre", Store.runtime("jre", Store.JRE_MODULES, "--generate-cds-archive"));
        build("docker/jdk.Dockerfile", "bookstore:jdk");
        build("docker/chapter16.Dockerfile", "bookstore:1");
        Map<String, String> images = new LinkedHashMap<>();
        images.put("JDK 加整个 jar", "bookstore:jdk");
        images.put("第 16 章：JRE，解开的 jar", "bookstore:1");
        images.put("小系统加拼出来的 Java", "bookstore:plain");
        images.put("再加 AOT 缓存（本章）", "bookstore:2");
        Map<String, Measured> best = new LinkedHashMap<>();
        Store.alone(() -> {
            // On a busy machine one start is not enough to find what each image is capable of.
            for (int round = 0; round < 1 || round < 5 && !settled(best); round++) {
                round(images).forEach((name, measured) -> best.merge(name, measured, (a, b) -> new Measured(
                        Math.min(a.seconds(), b.seconds()), Math.min(a.resident(), b.resident()))));
            }
        });
        long size = size("bookstore:2");
        Measured ours = best.get("再加 AOT 缓存（本章）");
        Map<String, double[]> times = new LinkedHashMap<>();
        images.forEach((name, image) -> times.put(name, new double[] { size(image) / (double) size,
                best.get(name).seconds() / ours.seconds(), best.get(name).resident() / (double) ours.resident() }));
        conclude(times);
        conclude(recorded(times));
        Recording.check("variants.txt", new Table("镜像（本章为 1）", "大小", "启动用的时间", "占的内存")
                .row("JDK 加整个 jar", "1.25 以上", "1.4 以上", "0.8 到 1.6")
                .row("第 16 章：JRE，解开的 jar", "0.7 到 1.2", "1.2 以上", "0.8 到 1.6")
                .row("小系统加拼出来的 Java", "0.9 以下", "1.4 以上", "0.8 到 1.6")
                .row("再加 AOT 缓存（本章）", "1", "1", "1").toString());
    }

    @Test
    @DisplayName("只读的根，没有 /tmp：Tomcat 启动不了")
    void readOnlyWithoutTmp() {
        Ended run = ended("--read-only", "bookstore:2");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("read-only.txt", run.lines("Caused by: .*(tempDir|Read-only).*")
                .replaceAll("tomcat\\.8080\\.\\d+", "tomcat.8080.…"));
    }

    private static String unusual;

    private static int pidsLimitOfTheShop() {
        return Integer.parseInt(docker.inspect(shop, "{{.HostConfig.PidsLimit}}"));
    }

    /** Logs to a file that cannot be written, and has all of Tomcat's threads: started once for the two tests that look at it. */
    private static synchronized String unusual() {
        if (unusual == null) {
            unusual = docker.start("--read-only", "--tmpfs", "/tmp", "--pids-limit", String.valueOf(pidsLimitOfTheShop()), "--memory",
                    "512m", "--cpus", "1", "--env", "LOGGING_FILE_NAME=/app/logs/bookstore.log", "--env", ALL_THREADS, "bookstore:2");
            awaitReady(unusual);
        }
        return unusual;
    }

    @Test
    @DisplayName("只读的根，日志写到文件：应用照常启动，文件没有，控制台上有两行错误")
    void readOnlyLogFile() {
        String container = unusual();
        assertThat(docker.docker("exec", container, "ls", "/app/logs").exitCode()).isNotZero();
        String log = docker.docker("logs", container).output();
        Recording.check("read-only-log.txt", log.lines().filter(line -> line.contains("ERROR in"))
                .map(line -> line.replaceFirst("^.*? ERROR in|^.*?-ERROR in", "… ERROR in")).distinct()
                .reduce("", (all, line) -> all + line + "\n"));
    }

    @Test
    @DisplayName("--tmpfs 默认不许执行：带本地代码的库加载不了")
    void noExec() {
        Ended run = probe(NativeLibrary.class, "--read-only", "--tmpfs", "/tmp");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("noexec.txt", run.lines(".*UnsatisfiedLinkError.*"));
        assertThat(probe(NativeLibrary.class, "--read-only", "--tmpfs", "/tmp:exec").output()).contains("加载成功");
    }

    @Test
    @DisplayName("--pids-limit 太小：线程建不出来，报的是 OutOfMemoryError，内存却够")
    void pidsLimit() {
        Ended run = ended("--pids-limit", "200", "--memory", "512m", "--env", ALL_THREADS, "bookstore:2");
        assertThat(run.exitCode()).isNotZero();
        String line = run.lines(".*OutOfMemoryError: unable to create native thread.*").lines().findFirst().orElseThrow();
        Recording.check("pids.txt", line.replaceFirst("^.*?(java\\.lang\\.OutOfMemoryError)", "$1"));
    }

    /** Tomcat starts all of its threads at once, as if as many requests had come. */
    private static final String ALL_THREADS = "SERVER_TOMCAT_THREADS_MIN_SPARE=200";

    @Test
    @DisplayName("run.sh 的 --pids-limit：Tomcat 的 200 个线程都在，还有余地")
    void pidsLeaveRoom() {
        int limit = pidsLimitOfTheShop();
        int threads = Integer.parseInt(docker.run("exec", unusual(), "bash", "-c", "set -- /proc/1/task/*; echo $#"));
        assertThat(threads).isBetween(201, limit - 100);
    }

    @Test
    @DisplayName("同一个镜像，不同的上限：JVM 选了什么，应用的池选了什么")
    void chosen() {
        Table table = new Table("--memory --cpus", "处理器", "堆上限", "收集器", "编译线程", "公共线程池", "Tomcat", "Hikari");
        for (String[] limit : List.of(new String[] {"512m", "0.5"}, new String[] {"512m", "1"}, new String[] {"2g", "1"},
                new String[] {"1g", "2"}, new String[] {"2g", "2"})) {
            Ended run = probe(Chosen.class, "--memory", limit[0], "--cpus", limit[1]);
            String[] cells = run.lines("chosen\t.*").strip().split("\t");
            table.row(limit[0] + " " + limit[1], cells[1], cells[2] + " MiB", cells[3], cells[4], cells[5], cells[6], cells[7]);
        }
        Ended told = probe(Chosen.class, "--memory", "512m", "--cpus", "1", "--env", "JDK_JAVA_OPTIONS=-XX:ActiveProcessorCount=4 -XX:MaxRAMPercentage=60");
        String[] cells = told.lines("chosen\t.*").strip().split("\t");
        table.row("512m 1，加两个参数", cells[1], cells[2] + " MiB", cells[3], cells[4], cells[5], cells[6], cells[7]);
        assertThat(cells[5]).isEqualTo("3");
        Recording.check("chosen.txt", table.toString());
    }

    @Test
    @DisplayName("镜像里没有 jcmd：从旁边的容器问；组不一样就问不到，对方还会多打一份线程转储")
    void jcmd() {
        assertThat(docker.docker("exec", shop, "jcmd", "1", "help").output()).contains("executable file not found");
        ConsoleRun ours = script("docker/jcmd.sh", "-l");
        assertThat(ours.output().strip()).isEqualTo("1 bookstore.jar");
        ConsoleRun flags = script("docker/jcmd.sh", "1", "VM.flags");
        assertThat(flags.exitCode()).as(flags.output()).isZero();
        // The image's own start command takes 60 % of 512 MiB, not the quarter that a plain java takes.
        assertThat(flags.output()).contains("-XX:MaxHeapSize=" + (308L << 20));
        Recording.check("jcmd.txt", "$ sh docker/jcmd.sh -l\n" + ours.output() + "$ sh docker/jcmd.sh 1 GC.heap_dump /app/heap.hprof\n"
                + script("docker/jcmd.sh", "1", "GC.heap_dump", "/app/heap.hprof").output()
                + "$ sh docker/jcmd.sh 1 GC.heap_dump /tmp/heap.hprof\n"
                + heapDump().output().replaceAll("\\[\\d+ bytes in [\\d.]+ secs]", "[… bytes in … secs]"));
        ConsoleRun other = refused.join();
        assertThat(other.exitCode()).isEqualTo(1);
        // quit() does not ask for its own before this one is there.
        assertThat(dumps()).isPositive();
        Recording.check("jcmd-refused.txt", other.output().lines().filter(line -> !line.startsWith("\t") && !line.equals("1:"))
                .reduce("", (all, line) -> all + line + "\n"));
    }

    private static ConsoleRun dump;

    /** Once for the two tests that look at it: jcmd writes over no file. */
    private static synchronized ConsoleRun heapDump() {
        if (dump == null) {
            dump = script("docker/jcmd.sh", "1", "GC.heap_dump", "/tmp/heap.hprof");
        }
        return dump;
    }

    private static long dumps() {
        return docker.docker("logs", shop).output().lines().filter(line -> line.startsWith("Full thread dump")).count();
    }

    @Test
    @DisplayName("什么工具也没有时：发一个 QUIT，线程转储在日志里，书店照常营业")
    void quit() throws Exception {
        refused.join();
        long before = dumps();
        docker.run("kill", "--signal", "QUIT", shop);
        await().atMost(Duration.ofSeconds(20)).until(() -> dumps() > before);
        assertThat(Store.get(address(shop, "/books")).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("/tmp 是 tmpfs：docker cp 看不到里面的文件，从旁边的容器看得到")
    void copyOut() {
        assertThat(heapDump().exitCode()).as(heapDump().output()).isZero();
        ConsoleRun copied = docker.docker("cp", "bookstore:/tmp/heap.hprof", context.path().toString());
        assertThat(copied.exitCode()).isEqualTo(1);
        Recording.check("cp.txt", copied.output().replaceAll("container [0-9a-f]{64}", "container bookstore"));
        assertThat(docker.run("run", "--rm", "--pid", "container:bookstore", "--user", "10001:10001", "eclipse-temurin:25-jdk",
                "bash", "-c", "cat /proc/1/root/tmp/heap.hprof | head -c 12")).isEqualTo("JAVA PROFILE");
    }

    @Test
    @DisplayName("没有系统的镜像：没有 shell，缓存照用，jcmd 照问，中文照写，大小不到七成；包的清单也没有了")
    void bare() throws Exception {
        build("docker/bare.Dockerfile", "bookstore:bare");
        String container = docker.start("--name", "bare", "--read-only", "--tmpfs", "/tmp", "--memory", "512m", "--cpus", "1",
                "--env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on", "bookstore:bare");
        awaitReady(container);
        assertThat(Store.get(address(container, "/books")).body()).contains("三体");
        // Without the table of C.UTF-8, LANG does nothing: Chinese is printed as question marks, and no file has such a name.
        assertThat(docker.run("exec", container, "java", "-XX:AOTMode=auto", "-XshowSettings:properties", "-version"))
                .contains("stdout.encoding = UTF-8", "sun.jnu.encoding = UTF-8");
        ConsoleRun shell = docker.docker("exec", container, "sh");
        assertThat(shell.exitCode()).isNotZero();
        Recording.check("no-shell.txt", "$ docker exec -it bookstore sh\n" + shell.output());
        assertThat(docker.run("run", "--rm", "--pid", "container:bare", "--user", "10001:10001", "eclipse-temurin:25-jdk",
                "bash", "-c", "jcmd -l && cd /proc/1/root && ls -d */ && find lib* -name libc.so.6").lines())
                .contains("1 bookstore.jar").anyMatch(line -> line.endsWith("/libc.so.6"))
                // Where the list of packages would be.
                .doesNotContain("var/");
        docker.run("rm", "--force", container);
        // It begins with nothing: what bookstore:2 says of itself is not copied with its files.
        assertThat(docker.run("image", "inspect", "--format", "{{json .Config.Labels}}", "bookstore:bare")).isIn("null", "{}");
        assertThat(docker.run("image", "inspect", "--format", REVISION, "bookstore:2")).isNotEmpty();
        assertThat(size("bookstore:bare")).isLessThan(size("bookstore:2") * 7 / 10);
        docker.run("exec", shop, "test", "-s", "/var/lib/dpkg/status");
    }

    @Test
    @DisplayName("jar 里的物料清单说不出系统的包，也说不出 Java")
    void whatTheListLacks() throws IOException {
        Set<String> listed = listed();
        String libraries = docker.run("exec", shop, "ls", "/app/lib");
        // The plugin that packs the jar puts one library in, the one that has unpacked it.
        Map<Boolean, List<String>> jars = libraries.lines().collect(Collectors.partitioningBy(jar -> jar.startsWith("spring-boot-jarmode-tools-")));
        assertThat(jars.get(false)).hasSizeGreaterThan(40);
        assertThat(jars.get(true)).hasSize(1);
        List<String> packages = docker.run("exec", shop, "dpkg-query", "--show", "--showformat", "${Package}\\n").lines().toList();
        // The linked Java was copied into the image: the database of packages does not know it.
        assertThat(packages).hasSizeGreaterThan(80).noneMatch(name -> name.matches(".*(java|jdk|jre|temurin).*"));
        String release = docker.run("exec", shop, "cat", "/opt/java/release");
        assertThat(release).contains("JAVA_VERSION=\"" + System.getProperty("java.version") + "\"");
        List<String> modules = docker.run("exec", shop, "java", "--list-modules").lines().map(line -> line.split("@")[0]).toList();
        assertThat(modules).contains("java.base");
        Recording.check("sbom-gap.txt", new Table("镜像里有", "application.cdx.json 里有吗")
                .row("书店依赖的库，40 个以上", in(listed, jars.get(false)))
                .row("打包时放进去的 spring-boot-jarmode-tools", in(listed, jars.get(true)))
                .row("Debian 的包，80 个以上", in(listed, packages))
                .row("拼出来的 Java", in(listed, Stream.concat(modules.stream(), Stream.of("java", "jdk", "jre", "openjdk", "temurin")).toList()))
                .toString());
    }

    /** What the list names: each component as it is, and as the file of a library is called. */
    private static Set<String> listed() throws IOException {
        JsonNode list = JsonMapper.shared().readTree(Files.readString(
                Recording.module().resolve("target/classes/META-INF/sbom/application.cdx.json")));
        Set<String> names = new TreeSet<>();
        for (JsonNode component : list.path("components")) {
            String name = component.path("name").asString();
            names.add(name);
            names.add(name + "-" + component.path("version").asString() + ".jar");
        }
        return names;
    }

    private static String in(Set<String> listed, List<String> names) {
        long found = names.stream().filter(listed::contains).count();
        return found == names.size() ? "有" : found == 0 ? "没有" : "有 " + found + " 个，共 " + names.size() + " 个";
    }

    /** Without the exact megabytes, which differ between machines. */
    private static String report(String oldName, ImageDiff.Image old, String newName, ImageDiff.Image now) {
        return ImageDiff.report(oldName, old, newName, now).replaceAll("(?<!不到 )\\d+\\.\\d MB", "… MB");
    }

    @Test
    @ResourceLock(value = CACHE, mode = ResourceAccessMode.READ)
    @DisplayName("改一行代码：image-diff 说得出是哪条指令、哪个 jar、里面哪一项")
    void oneLineChanged() throws IOException {
        String said;
        try (ProgramFolder changed = Store.context()) {
            Store.repack(Recording.module().resolve("target/bookstore.jar"), changed.path().resolve("target/bookstore.jar"), "6800", "6900");
            said = build(changed, "Dockerfile", "bookstore:changed", "--target", "plain");
        }
        ImageDiff.Image old = saved("bookstore:plain");
        ImageDiff.Image now = saved("bookstore:changed");
        assertThat(ImageDiff.changes(old, now)).filteredOn(change -> !change.onlyTime())
                .extracting(ImageDiff.Change::path).containsExactly("/app/bookstore.jar");
        assertThat(cached(said, "RUN jlink")).isTrue();
        assertThat(cached(said, "RUN java -Djarmode")).isFalse();
        Recording.check("diff-one-line.txt", report("bookstore:1", old, "bookstore:2", now));
    }

    /** Whether the builder took this step's layer from its cache. */
    private static boolean cached(String said, String instruction) {
        List<String> lines = said.lines().dropWhile(line -> !line.startsWith("Step ") || !line.contains(instruction)).toList();
        assertThat(lines).as(said).isNotEmpty();
        return lines.stream().skip(1).takeWhile(line -> !line.startsWith("Step ")).anyMatch(line -> line.contains("Using cache"));
    }

    @Test
    @ResourceLock(value = CACHE, mode = ResourceAccessMode.READ)
    @ResourceLock(NAME)
    @DisplayName("提交号变了：前面的层一层也没有重做，练习也没有")
    void revisionComesLast() {
        String said = build("Dockerfile", "bookstore:revision", "--build-arg", "REVISION=0815fff");
        assertThat(cached(said, "RUN java -Xmx256m")).isTrue();
        assertThat(layers("bookstore:revision")).isEqualTo(layers("bookstore:2"));
    }

    @Test
    @ResourceLock(value = CACHE, mode = ResourceAccessMode.READ)
    @ResourceLock(NAME)
    @DisplayName("名字改指新的镜像之后：image inspect 说的是新的，inspect 说的才是正在运行的")
    void nameIsNotWhatRuns() {
        String running = docker.inspect(shop, "{{.Image}}");
        build("Dockerfile", "bookstore:2", "--build-arg", "REVISION=0815fff");
        try {
            assertThat(docker.run("image", "inspect", "--format", REVISION, "bookstore:2")).isEqualTo("0815fff");
            assertThat(docker.inspect("bookstore", REVISION)).isEqualTo("4711abc");
        }
        finally {
            docker.run("tag", running, "bookstore:2");
        }
    }

    private static String layers(String image) {
        return docker.run("image", "inspect", "--format", "{{json .RootFS.Layers}}", image);
    }

    @Test
    @DisplayName("useradd 把当天记进 /etc/shadow，认 SOURCE_DATE_EPOCH")
    void dayInShadow() {
        String shadow = docker.run("run", "--rm", "debian:bookworm-slim", "bash", "-c",
                "useradd today && SOURCE_DATE_EPOCH=1767225600 useradd fixed && grep -E '^(today|fixed):' /etc/shadow");
        Map<String, Long> days = new TreeMap<>();
        shadow.lines().map(line -> line.split(":")).forEach(cell -> days.put(cell[0], Long.valueOf(cell[2])));
        assertThat(days).containsEntry("fixed", LocalDate.of(2026, 1, 1).toEpochDay());
        long today = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        assertThat(days.get("today")).isBetween(today - 1, today);
    }

    @Test
    @Order(LONGEST - 1)
    @ResourceLock(CACHE)
    @DisplayName("同样的输入，不用构建缓存再造一遍：内容一样，时间不一样，所以摘要不一样")
    void builtTwice() throws IOException {
        ImageDiff.Image first = saved("bookstore:plain");
        ImageDiff.Image again;
        try {
            build("Dockerfile", "bookstore:again", "--no-cache", "--target", "plain");
            again = saved("bookstore:again");
        }
        finally {
            // Or a later build would take its layers for those of the first.
            docker.docker("rmi", "--force", "bookstore:again");
        }
        assertThat(again.id()).isNotEqualTo(first.id());
        assertThat(ImageDiff.changes(first, again)).allMatch(ImageDiff.Change::onlyTime);
        Recording.check("diff-built-twice.txt", report("第一次", first, "第二次", again));
    }
}
