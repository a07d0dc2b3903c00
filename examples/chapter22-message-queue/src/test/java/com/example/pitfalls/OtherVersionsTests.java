package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Broker;
import com.example.bookstore.OtherBoot;
import com.example.bookstore.ShortLived;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The version before and the next one are run, not remembered. */
@Timeout(240)
class OtherVersionsTests {

    private static final Path MODULE = Recording.module();
    private static final String PACKAGE = "org.springframework.kafka.support.serializer.";
    private static final String PRODUCER = "--spring.kafka.producer.value-serializer=" + PACKAGE;
    private static final String CONSUMER =
            "--spring.kafka.consumer.properties.spring.deserializer.value.delegate.class=" + PACKAGE;
    private static final String[] NAMES_OF_3 = {PRODUCER + "JsonSerializer", CONSUMER + "JsonDeserializer"};

    /** The bookstore and the program that starts it, on another version. */
    private static Path compiled(OtherBoot version) throws IOException {
        Path classes = MODULE.resolve("target/" + version + "/main");
        try (Stream<Path> files = Files.walk(MODULE.resolve("src/main/java"))) {
            List<Path> all = new ArrayList<>(files.filter(file -> file.toString().endsWith(".java")).toList());
            all.add(MODULE.resolve("versions/Shop.java"));
            assertThat(version.compile(classes, all)).isEmpty();
        }
        return classes;
    }

    private static String compile(OtherBoot version, String source) {
        return version.compile(MODULE.resolve("target/" + version + "/retry"), List.of(MODULE.resolve("versions/" + source)));
    }

    /** Starts a bookstore whose topic holds an order of a newer program, which has another name for the cents. */
    private static ConsoleRun shop(String classPath, String... settings) {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "{\"orderId\":\"order-1\",\"customer\":\"li\",\"amount\":2300}");
        List<String> words = new ArrayList<>(ShortLived.OPTIONS);
        words.addAll(List.of("-cp", classPath + File.pathSeparator
                + MODULE.resolve("src/main/resources"), "com.example.bookstore.Shop", "--server.port=0",
                "--spring.kafka.bootstrap-servers=" + Broker.servers(), "--bookstore.topic=" + topic,
                "--spring.kafka.consumer.properties.spring.json.value.default.type=com.example.bookstore.OrderPlaced"));
        words.addAll(List.of(settings));
        return ConsoleRun.run(MavenProject.javaCommand("zh", words.toArray(String[]::new)), MODULE, null, Map.of());
    }

    /** What became of the order that the bookstore has sent itself. */
    private static String own(ConsoleRun run) {
        return run.output().contains("读到 order-2，cents=2300") ? "收到" : run.exitCode() == 0 ? "没有收到" : "启动不了";
    }

    private static String newer(ConsoleRun run) {
        return run.output().contains("读到 order-1，cents=0") ? "读成 0，不报错"
                : run.output().contains("读到 order-1") ? "读到别的数" : "读不出来";
    }

    @Test
    void theStoreOn35() throws Exception {
        Path classes = compiled(OtherBoot.BOOT_35);
        String old = classes + File.pathSeparator + OtherBoot.BOOT_35.classPath();
        // Of the old classes, only the program that starts the bookstore.
        Path shop = Files.createDirectories(MODULE.resolve("target/BOOT_35/shop/com/example/bookstore"));
        Files.write(shop.resolve("Shop.class"), Files.readAllBytes(classes.resolve("com/example/bookstore/Shop.class")));
        String current = MODULE.resolve("target/BOOT_35/shop") + File.pathSeparator + System.getProperty("java.class.path");

        ConsoleRun asPrinted;
        ConsoleRun before;
        ConsoleRun now;
        // Each has a topic of its own: side by side.
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<ConsoleRun> first = threads.submit(() -> shop(old));
            Future<ConsoleRun> second = threads.submit(() -> shop(old, NAMES_OF_3));
            Future<ConsoleRun> third = threads.submit(() -> shop(current));
            asPrinted = first.get();
            before = second.get();
            now = third.get();
        }
        assertThat(asPrinted.output()).contains(PACKAGE + "JacksonJsonSerializer").doesNotContain("Started Shop");
        Table table = new Table("", "Boot 3.5", "Boot 4.1");
        table.row("照抄上面的配置", own(asPrinted), own(now));
        table.row("JsonSerializer 与 JsonDeserializer", own(before), "");
        table.row("消息里没有 cents", newer(before), newer(now));
        assertThat(List.of(own(asPrinted), own(now), own(before))).as(asPrinted.output() + now.output() + before.output())
                .containsExactly("启动不了", "收到", "收到");
        assertThat(newer(before)).isEqualTo("读成 0，不报错");
        assertThat(newer(now)).isEqualTo("读不出来");
        Recording.check("boot35.txt", table.toString());
    }

    @Test
    void retryTopicsOn35() {
        assertThat(compile(OtherBoot.BOOT_35, "Retry.java")).contains("BackOff");
        assertThat(compile(OtherBoot.BOOT_35, "RetryBefore.java")).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void compilesOn42() throws IOException {
        compiled(OtherBoot.BOOT_42);
        assertThat(compile(OtherBoot.BOOT_42, "Retry.java")).isEmpty();
    }
}
