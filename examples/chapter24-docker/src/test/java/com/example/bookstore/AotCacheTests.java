package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.pitfalls.Price;
import org.h2.tools.Server;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@DisplayName("AOT 缓存：用上没有，什么时候用不上，什么时候不该用上")
@Timeout(300)
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
class AotCacheTests {

    private static final Path JDK = Path.of(System.getProperty("java.home"));

    private static Path folder;
    private static Path app;
    private static Path small;
    private static ConsoleRun training;

    @BeforeAll
    static void train() {
        small = Store.small();
        folder = Store.trained().folder();
        app = Store.trained().app();
        training = Store.trained().run();
        assertThat(training.exitCode()).as(training.output()).isZero();
        // Before a test of this class puts another jar there.
        Store.onTheJdk();
    }

    @Test
    @DisplayName("不写 -Xlog:aot=error，练习打印一百来行“存不了”；缓存有几十 MB")
    void trainingTalks() throws IOException {
        assertThat(training.output().lines().filter(line -> line.matches("\\[[\\d.]+s]\\[warning]\\[aot.*Skipping .*")).count())
                .as(training.output()).isBetween(50L, 199L);
        assertThat(Files.size(app.resolve("bookstore.aot"))).isBetween(20_000_000L, 99_999_999L);
    }

    /** The JVM's own lines. */
    private static String aotLines(ConsoleRun run) {
        return run.output().lines().filter(line -> line.contains("aot]") || line.contains("AOT cache")
                        || line.contains("initialization of VM") || line.contains("saved state"))
                .map(line -> line.replaceAll("\\[\\d+\\.\\d+s]", "[0.010s]").replace(folder.toString(), "/home/reader/bookstore")
                        .replaceAll("'[^']*/(target/[^/']+|jvm/[^/']+)/lib/modules'", "'/opt/java/lib/modules'")
                        .replaceAll("^\\[ +]", "[       ]").replace(JDK.toString(), "/opt/jdk"))
                .reduce("", (all, line) -> all + line + "\n");
    }

    /** How many of Spring's classes came out of the cache, how many did not, and how many of those were read from a jar. */
    private static long[] springClasses(ConsoleRun run, String log) throws IOException {
        assertThat(run.exitCode()).as(run.output()).isZero();
        try (Stream<String> lines = Files.lines(app.resolve(log))) {
            List<String> spring = lines.filter(line -> line.contains(" org.springframework.")).toList();
            long cached = spring.stream().filter(line -> line.contains("shared objects file")).count();
            long read = spring.stream().filter(line -> line.matches(".* source: (jar|file|nested):.*")).count();
            return new long[] {cached, spring.size() - cached, read};
        }
    }

    @Test
    @DisplayName("用上了：Spring 的类来自缓存；换一个 Java，一个也不来自缓存，应用照样启动")
    void countClasses() throws IOException {
        long[] with = springClasses(Store.start(small, app, "-XX:AOTCache=bookstore.aot", "-Xlog:class+load:file=small.log"),
                "small.log");
        long[] other = springClasses(Store.onTheJdk(), "jdk.log");
        System.out.println("来自缓存、不是、从 jar 里读的：" + Stream.of(with, other).map(Arrays::toString).toList());
        assertThat(with[0]).isGreaterThan(1000);
        assertThat(with[1]).isLessThan(150);
        // The others, such as lambdas, are made at start.
        assertThat(with[2]).isLessThan(with[1]);
        assertThat(other[0]).isZero();
        assertThat(other[2]).isGreaterThan(1000);
        Recording.check("aot-classes.txt", new Table("怎样启动", "来自缓存的 Spring 的类", "不是来自缓存的")
                .row("练习用的那个 Java", "1000 个以上", "150 个以下").row("换一个 Java", other[0], "1000 个以上").toString());
    }

    @Test
    @DisplayName("练习用的是 JDK，运行用的是拼出来的 Java：缓存用不上")
    void otherRuntime() {
        ConsoleRun auto = Store.onTheJdk();
        assertThat(auto.exitCode()).isZero();
        assertThat(auto.output()).contains(":: Spring Boot ::");
        Recording.check("aot-other-java.txt", aotLines(auto));
        ConsoleRun on = Store.start(JDK, app, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on");
        assertThat(on.exitCode()).isEqualTo(1);
        assertThat(on.output()).doesNotContain(":: Spring Boot ::");
    }

    /** A program that ends at once; the JVM treats its cache as it does a large program's. */
    private static ConsoleRun tiny(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-cp", "bookstore.jar", ImageDiff.class.getName()));
        return Store.java(small, app, all.toArray(String[]::new));
    }

    @Test
    @DisplayName("构建机器有 64 GB、堆取六成：练习出来的缓存，小容器用不上；换成 ZGC 或者加上 agent，也用不上")
    void bigBuildMachine() throws IOException {
        tiny("-XX:MaxRAM=64g", "-XX:MaxRAMPercentage=60", "-Xlog:aot=error", "-XX:AOTCacheOutput=big.aot");
        ConsoleRun auto = tiny("-Xmx256m", "-XX:AOTCache=big.aot");
        assertThat(auto.output()).contains("用法：");
        Recording.check("aot-big-machine.txt", aotLines(auto));
        ConsoleRun on = tiny("-Xmx256m", "-XX:AOTCache=big.aot", "-XX:AOTMode=on");
        assertThat(on.exitCode()).isEqualTo(1);
        assertThat(on.output()).doesNotContain("用法：");
        assertThat(Store.start(small, app, "-Xmx512m", "-XX:+UseSerialGC", "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on")
                .exitCode()).isZero();
        assertThat(refused("-Xmx256m", "-XX:+UseZGC")).contains("UseCompressedOops");
        assertThat(refused("-javaagent:" + agent())).contains("java.instrument");
    }

    @Test
    @DisplayName("模块的选项：启动时比练习时多一个或者少一个，缓存都用不上；两边一样就能用")
    void moduleOptions() {
        String option = "--enable-native-access=ALL-UNNAMED";
        ConsoleRun auto = Store.start(small, app, option, "-XX:AOTCache=bookstore.aot");
        assertThat(auto.exitCode()).as(auto.output()).isZero();
        Recording.check("aot-module-options.txt", aotLines(auto));
        for (String added : List.of(option, "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED")) {
            assertThat(refused(added)).contains("specified during runtime but not during dump time");
        }
        assertThat(tiny(option, "-Xlog:aot=error", "-XX:AOTCacheOutput=option.aot").output()).contains("用法：");
        assertThat(tiny(option, "-XX:AOTCache=option.aot", "-XX:AOTMode=on").output()).contains("用法：");
        ConsoleRun without = tiny("-XX:AOTCache=option.aot", "-XX:AOTMode=on");
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.output()).contains("specified during dump time but not during runtime").doesNotContain("用法：");
    }

    @Test
    @DisplayName("对象头的写法与练习时不一样，或者 lib 里一个库的时间变了：整个缓存都用不上")
    void objectHeadersAndLibraries() throws IOException {
        assertThat(refused("-XX:+UseCompactObjectHeaders")).contains("UseCompactObjectHeaders");
        Path library;
        try (Stream<Path> files = Files.list(app.resolve("lib"))) {
            library = files.filter(file -> file.getFileName().toString().startsWith("spring-web-")).findFirst().orElseThrow();
        }
        FileTime before = Files.getLastModifiedTime(library);
        try {
            Files.setLastModifiedTime(library, FileTime.from(before.toInstant().plusSeconds(3600)));
            assertThat(refused()).contains("timestamp has changed", "spring-web-");
        }
        finally {
            Files.setLastModifiedTime(library, before);
        }
        usable();
    }

    @Test
    @DisplayName("先核对指针的格式，再核对 Java，再核对 jar：几样都不对时，说的是最前面的一样")
    void pointersAreCheckedFirst() {
        Path jar = app.resolve("bookstore.jar");
        try {
            Store.place(folder.resolve("old.jar"), jar, Store.BUILD_TIME.plusSeconds(3600));
            String jarOnly = complaint(small);
            assertThat(jarOnly).contains("bookstore.jar'").doesNotContain("lib/modules", "UseCompressedOops");
            String javaAndJar = complaint(JDK);
            assertThat(javaAndJar).contains("lib/modules").doesNotContain("bookstore.jar'", "UseCompressedOops");
            String all = complaint(JDK, "-XX:-UseCompressedOops");
            assertThat(all).contains("UseCompressedOops").doesNotContain("lib/modules", "bookstore.jar'");
        }
        finally {
            Store.place(folder.resolve("old.jar"), jar, Store.BUILD_TIME);
        }
        usable();
    }

    /** What the JVM says about the shop's cache when it does not start for want of it. */
    private static String complaint(Path java, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on"));
        ConsoleRun run = Store.start(java, app, all.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).doesNotContain(":: Spring Boot ::");
        return aotLines(run);
    }

    /** The shop's own jar and Java are back. */
    private static void usable() {
        ConsoleRun run = Store.start(small, app, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(aotLines(run)).isEmpty();
    }

    /** An agent that does nothing. */
    private static Path agent() throws IOException {
        return jarOfPrice(folder.resolve("agent.jar"), new Attributes.Name("Premain-Class"));
    }

    /** A program of one class, which the manifest names so. */
    private static Path jarOfPrice(Path jar, Attributes.Name as) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(as, Price.class.getName());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            String name = Price.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new ZipEntry(name));
            Files.copy(Recording.module().resolve("target/test-classes").resolve(name), out);
        }
        return jar;
    }

    /** What the JVM says when it does not start for want of the cache. */
    private static String refused(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on"));
        ConsoleRun run = Store.start(small, app, all.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).doesNotContain(":: Spring Boot ::");
        return run.output();
    }

    @Test
    @DisplayName("练习失败：缓存照样写出来，只有退出码说得出来")
    void failedTraining() {
        ConsoleRun run = Store.start(small, app, "-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=failed.aot",
                "-Dspring.config.import=missing.yml");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("APPLICATION FAILED TO START");
        assertThat(app.resolve("failed.aot")).exists();
    }

    @Test
    @DisplayName("缓存写不出来：退出码照样是 0，文件没有")
    void cacheIsNotWritten() throws IOException {
        priceJar(folder.resolve("unwritten.jar"), "99");
        ConsoleRun run = Store.java(small, folder, "-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=missing/price.aot", "-cp",
                "unwritten.jar", Price.class.getName());
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("满 99 元免运费", "[error");
        assertThat(folder.resolve("missing")).doesNotExist();
    }

    /**
     * The third stage's step, where its cache cannot be written: a folder has its name, and something is in it. A small
     * program in the shop's place: its own exit code is 0.
     */
    @Test
    @DisplayName("Dockerfile 里练习的那一步：缓存没有写出来，构建就失败")
    void stepWithoutItsCache() throws IOException {
        Matcher step = Pattern.compile("RUN (java -Xmx256m (?s:.*?))\nUSER").matcher(Store.read(Recording.module().resolve("Dockerfile")));
        assertThat(step.find()).isTrue();
        Path shop = Files.createDirectories(folder.resolve("unwritable/bookstore.aot/kept")).getParent().getParent();
        jarOfPrice(shop.resolve("bookstore.jar"), Attributes.Name.MAIN_CLASS);
        String command = step.group(1).replace("/tmp/*", "emptied/*");
        assertThat(command).contains("emptied/*").doesNotContain("/tmp");
        ConsoleRun run = step(shop, command);
        assertThat(run.output()).contains("满 99 元免运费", "Unable to create AOT cache bookstore.aot");
        assertThat(run.exitCode()).isNotZero();
        // Nothing but the look at the file stops the build.
        assertThat(command).contains("test -f bookstore.aot");
        assertThat(step(shop, command.replace("test -f bookstore.aot", "true")).exitCode()).isZero();
    }

    private static ConsoleRun step(Path shop, String command) {
        return Store.beside(() -> ConsoleRun.run(List.of("sh", "-c", command), shop, null, Map.of("JDK_JAVA_OPTIONS",
                "-Dstdout.encoding=UTF-8", "PATH", small.resolve("bin") + ":" + System.getenv("PATH"))));
    }

    /** Nobody listens there. */
    private static final String NO_DATABASE = "-Dspring.datasource.url=jdbc:postgresql://127.0.0.1:1/bookstore";

    @Test
    @DisplayName("练习时连不上数据库：练习失败；启动时不建表，就不连它")
    void trainingWithoutDatabase() {
        // Without a cache to write, which would take longer: failedTraining() shows that its start decides.
        ConsoleRun failed = Store.start(small, app, NO_DATABASE);
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output()).contains("Connection to 127.0.0.1:1 refused");
        ConsoleRun trained = Store.start(small, app, "-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=no-database.aot", NO_DATABASE,
                "-Dspring.sql.init.mode=never");
        assertThat(trained.exitCode()).as(trained.output()).isZero();
        // With -Xlog:aot=error training does not talk: see trainingTalks().
        assertThat(trained.output()).doesNotContain("Connection to 127.0.0.1:1 refused", "Skipping ");
    }

    @Test
    @DisplayName("练习连的是真的数据库：表与书留在那里")
    void trainingWritesIntoTheDatabase() throws SQLException {
        // Training ends with a halt: a file that the store itself keeps open may miss what it wrote last.
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString()).start();
        try {
            String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./real";
            assertThat(Store.start(small, app, "-Dspring.datasource.url=" + url).exitCode()).isZero();
            try (Connection database = DriverManager.getConnection(url);
                    ResultSet books = database.createStatement().executeQuery("select count(*) from book")) {
                assertThat(books.next()).isTrue();
                assertThat(books.getInt(1)).isEqualTo(2);
            }
        }
        finally {
            server.stop();
        }
    }

    @Test
    @DisplayName("压缩过的 jar：换两位数字，多半与原来一样长，88 也是")
    void compressedIsNoHelp() throws IOException {
        byte[] code;
        try (ZipFile jar = new ZipFile(Recording.module().resolve("target/bookstore.jar").toFile())) {
            code = jar.getInputStream(jar.getEntry("BOOT-INF/classes/com/example/bookstore/BookController.class")).readAllBytes();
        }
        // Latin-1 keeps every byte as it is.
        String text = new String(code, StandardCharsets.ISO_8859_1);
        assertThat(text.split("99", -1)).hasSize(2);
        int length = compressed(code);
        List<Integer> same = IntStream.range(10, 99).filter(price -> compressed(
                text.replace("99", String.valueOf(price)).getBytes(StandardCharsets.ISO_8859_1)) == length).boxed().toList();
        System.out.println("与原来一样长的：" + same.size() + " 个");
        assertThat(same).contains(88).hasSizeGreaterThan(89 / 2);
    }

    private static int compressed(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            return deflater.deflate(new byte[content.length + 100]);
        }
        finally {
            deflater.end();
        }
    }

    @Test
    @DisplayName("同样的输入练习两次，两个缓存不一样")
    void notTheSameTwice() throws IOException {
        tiny("-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=one.aot");
        tiny("-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=two.aot");
        assertThat(Files.mismatch(app.resolve("one.aot"), app.resolve("two.aot"))).isNotEqualTo(-1);
    }

    @Test
    @DisplayName("解开的 jar 的时间来自构建里写死的那一刻，不是解开的那一刻")
    void extractKeepsTime() {
        assertThat(Store.trained().extracted()).isEqualTo(Store.BUILD_TIME);
    }

    private static void priceJar(Path jar, String price, String... more) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            String name = Price.class.getName().replace('.', '/') + ".class";
            byte[] code = Files.readAllBytes(Recording.module().resolve("target/test-classes").resolve(name));
            out.putNextEntry(new ZipEntry(name));
            // Latin-1 keeps every byte as it is.
            out.write(new String(code, StandardCharsets.ISO_8859_1).replace("99", price).getBytes(StandardCharsets.ISO_8859_1));
            for (String entry : more) {
                out.putNextEntry(new ZipEntry(entry));
            }
        }
    }

    @Test
    @DisplayName("一个类的小程序：长度与时间都变了，JDK 也没有核对；同一个类路径上书店核对、别的 main 不核对")
    void smallProgramIsNotChecked() throws IOException {
        Path jar = folder.resolve("price.jar");
        priceJar(jar, "99");
        String[] command = {"-cp", "price.jar", Price.class.getName()};
        Store.java(small, folder, "-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=price.aot", command[0], command[1], command[2]);
        long before = Files.size(jar);
        priceJar(jar, "88", "README", "LICENSE");
        Files.setLastModifiedTime(jar, FileTime.from(Store.BUILD_TIME));
        assertThat(Files.size(jar)).isGreaterThan(before);
        ConsoleRun stale = Store.java(small, folder, "-XX:AOTCache=price.aot", "-XX:AOTMode=on", command[0], command[1], command[2]);
        assertThat(stale.exitCode()).isZero();
        assertThat(stale.output().strip()).isEqualTo("满 99 元免运费");
        assertThat(Store.java(small, folder, command).output().strip()).isEqualTo("满 88 元免运费");

        // Not a matter of how many jars or classes there are: another main class on the shop's own class path.
        tiny("-Xmx256m", "-Xlog:aot=error", "-XX:AOTCacheOutput=other-main.aot");
        Path shop = app.resolve("bookstore.jar");
        try {
            Store.place(folder.resolve("new.jar"), shop, Store.BUILD_TIME.plusSeconds(3600));
            ConsoleRun other = tiny("-XX:AOTCache=other-main.aot", "-XX:AOTMode=on", "-Xlog:class+load");
            assertThat(other.output()).contains(ImageDiff.class.getName() + " source: shared objects file", "用法：");
            assertThat(refused()).contains("timestamp has changed");
        }
        finally {
            Store.place(folder.resolve("old.jar"), shop, Store.BUILD_TIME);
        }
    }

    /** What the shop says; it runs on a port of its own choice. */
    private static String shipping(String... options) {
        int port = RunningProgram.freePort();
        List<String> command = new ArrayList<>(List.of(small.resolve("bin/java").toString(), Store.SHORT_LIVED));
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", "bookstore.jar"));
        return Store.beside(() -> shipping(port, command));
    }

    private static String shipping(int port, List<String> command) throws Exception {
        try (RunningProgram shop = RunningProgram.start(command, app, Map.of("SERVER_PORT", String.valueOf(port)))) {
            shop.await("Started BookstoreApplication");
            String warned = shop.output().lines().noneMatch(line -> line.contains("[aot")) ? "什么也没说"
                    : shop.output().contains("This file is not the one used while building") ? "说缓存用不上" : shop.output();
            String said = Store.get(URI.create("http://127.0.0.1:" + port + "/shipping")).body();
            // How it ends is not looked at.
            shop.kill();
            return said + "\t" + warned;
        }
    }

    @Test
    @DisplayName("换了 jar，长度与时间没变：缓存以为没换，运行的是旧代码")
    void sameLengthSameTime() throws Exception {
        Path jar = app.resolve("bookstore.jar");
        Table table = new Table("jar", "JVM", "/shipping");
        try {
            assertThat(Files.size(folder.resolve("new.jar"))).isEqualTo(Files.size(folder.resolve("old.jar")));
            // With "on" it would not start without the cache.
            String[] first = row(shipping("-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on"));
            assertThat(first).containsExactly("什么也没说", "满 99 元免运费");
            add(table, "练习时的", first);
            Store.place(folder.resolve("new.jar"), jar, Store.BUILD_TIME.plusSeconds(3600));
            String[] later = row(shipping("-XX:AOTCache=bookstore.aot"));
            assertThat(later).containsExactly("说缓存用不上", "满 88 元免运费");
            add(table, "新的，晚一小时打包", later);
            Store.place(folder.resolve("new.jar"), jar, Store.BUILD_TIME);
            String[] stale = row(shipping("-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on"));
            assertThat(stale).containsExactly("什么也没说", "满 99 元免运费");
            add(table, "新的，时间写死，长度碰巧一样", stale);
            // The length is looked at as well: a comment at the end makes the same jar longer.
            Store.place(longer(folder.resolve("new.jar")), jar, Store.BUILD_TIME);
            assertThat(refused()).contains("bookstore.jar', size has changed");
            Store.place(folder.resolve("new.jar"), jar, Store.BUILD_TIME);
            String[] without = row(shipping());
            assertThat(without).containsExactly("什么也没说", "满 88 元免运费");
            add(table, "同上，不用缓存", without);
        }
        finally {
            Store.place(folder.resolve("old.jar"), jar, Store.BUILD_TIME);
        }
        Recording.check("aot-stale.txt", table.toString());
    }

    /** The same entries, and a comment of one letter. */
    private static Path longer(Path jar) throws IOException {
        byte[] content = Arrays.copyOf(Files.readAllBytes(jar), (int) Files.size(jar) + 1);
        // The last two bytes of a jar without a comment say how long the comment is.
        content[content.length - 3] = 1;
        content[content.length - 1] = '!';
        return Files.write(folder.resolve("longer.jar"), content);
    }

    private static void add(Table table, String jar, String[] cells) {
        table.row(jar, cells[0], cells[1]);
    }

    private static String[] row(String answer) {
        String[] cells = answer.split("\t");
        return new String[] {cells[1], cells[0]};
    }
}
