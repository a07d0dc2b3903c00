package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StockRoomTest {

    private final StockRoom room = new StockRoom();

    @Test
    void theBuildIsGreen(@TempDir Path classes) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        Stream.of("api", "code", "file", "main", "model", "parser", "processing", "tree", "util")
                .forEach(name -> command.add("-J--add-exports=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED"));
        Stream.of("code", "comp")
                .forEach(name -> command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED"));
        String path = System.getProperty("java.class.path");
        command.addAll(List.of("-J-Duser.language=en", "-J-XX:TieredStopAtLevel=1", "-XDcompilePolicy=simple",
                "-XDaddTypeAnnotationsToSymbol=true", "--should-stop=ifError=FLOW", "-proc:none",
                "-d", classes.toString(), "-cp", path, "-processorpath", path,
                "-Xplugin:ErrorProne -Xep:NullAway:ERROR -XepOpt:NullAway:OnlyNullMarked=true"));
        try (Stream<Path> sources = Files.walk(sources())) {
            sources.filter(file -> file.toString().endsWith(".java")).forEach(file -> command.add(file.toString()));
        }
        Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(javac.waitFor()).as(output).isZero();
    }

    @Test
    void nothingIsSuppressed() throws IOException, URISyntaxException {
        String room = Files.readString(sources().resolve("com/example/bookstore/StockRoom.java"));
        assertThat(room).contains("@NullMarked", "@GuardedBy(\"this\")");
        // 帮忙的类也一样；Optional.ofNullable 与 requireNonNullElse 不是压制
        try (Stream<Path> files = Files.walk(sources())) {
            for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                assertThat(Files.readString(file)).as(file.getFileName().toString()).doesNotContainPattern(
                        "@[\\w.]*\\b(SuppressWarnings|NullUnmarked|Nullable)\\b|\\brequireNonNull\\b");
            }
        }
    }

    @Test
    void unknownBookIsNotThere() {
        assertThat(room.take("0")).isFalse();
    }

    @Test
    void emptyShelf() {
        room.deliver("1", 1);
        assertThat(room.take("1")).isTrue();
        assertThat(room.take("1")).isFalse();
    }

    @Test
    void nothingIsDeliveredBackwards() {
        room.deliver("1", 1);
        for (int copies : new int[] {0, -1}) {
            assertThatThrownBy(() -> room.deliver("1", copies)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> room.deliver("1", Integer.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThat(room.take("1")).isTrue();
        assertThat(room.take("1")).isFalse();
    }

    @Test
    void eightCustomersTakeWhatIsThere() throws InterruptedException {
        room.deliver("1", 4_000);
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> customers = IntStream.range(0, 8).mapToObj(i -> new Thread(() -> {
            try {
                go.await();
                for (int n = 0; n < 1_000; n++) {
                    if (room.take("1")) {
                        taken.incrementAndGet();
                    }
                }
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        })).toList();
        customers.forEach(Thread::start);
        go.countDown();
        for (Thread customer : customers) {
            customer.join();
        }
        assertThat(taken).hasValue(4_000);
    }

    @Test
    void slipOnTheLastDayOfTheYear() {
        assertThat(room.slip(" 9787302423287 ", LocalDate.of(2026, 12, 31))).isEqualTo("2026-12-31 9787302423287");
    }

    @Test
    void onlyTheEndsAreStripped() {
        assertThat(room.slip(" 978 7302423287", LocalDate.of(2026, 6, 1))).isEqualTo("2026-06-01 978 7302423287");
    }

    /** The sources of the variant that is being tested. */
    private static Path sources() throws URISyntaxException {
        Path classes = Path.of(StockRoom.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return classes.getParent().getParent().getParent().resolve(classes.getParent().getFileName())
                .resolve("src/main/java");
    }
}
