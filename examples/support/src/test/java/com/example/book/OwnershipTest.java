package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM has started goes when it goes; the owner here is a JVM of its own. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "要启动 sh 与 sleep，并从 /proc 看它们还在不在")
class OwnershipTest {

    @TempDir
    Path temporary;

    /** A JVM that starts programs and closes none of them. */
    static final class Owner {

        /** @param arguments one: it ends by itself */
        public static void main(String[] arguments) throws InterruptedException {
            Path folder = ProgramFolder.create("left-").path();
            RunningProgram parent = start("sleep 600 & echo $!; wait", folder);
            // Its parent ends at once, so that only the name in its environment tells whose it is.
            RunningProgram orphan = start("sleep 600 >&- 2>&- & echo $!", folder);
            // Like a worker of nginx, it has lost even that name; only its folder is left.
            RunningProgram nameless = start("env -i sleep 600 >&- 2>&- & echo $!", folder);
            System.out.println("READY " + folder.getParent() + " " + parent.pid() + " " + parent.output().strip()
                    + " " + orphan.output().strip() + " " + nameless.output().strip());
            if (arguments.length > 0) {
                System.exit(0);
            }
            Thread.currentThread().join();
        }

        private static RunningProgram start(String script, Path folder) {
            return RunningProgram.start(List.of("sh", "-c", script), folder, Map.of()).await("");
        }
    }

    /** An owner with a root folder of its own. */
    private RunningProgram owner(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Djava.io.tmpdir=" + temporary, "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Owner.class.getName()));
        all.addAll(List.of(arguments));
        RunningProgram owner = RunningProgram.start(MavenProject.javaCommand("zh", all.toArray(String[]::new)),
                temporary, Map.of());
        return owner.await("READY");
    }

    private static String[] ready(RunningProgram owner) {
        return owner.output().lines().filter(line -> line.startsWith("READY ")).findFirst().orElseThrow().split(" ");
    }

    private static Path folder(RunningProgram owner) {
        return Path.of(ready(owner)[1]);
    }

    private static List<Long> processes(RunningProgram owner) {
        return Stream.of(ready(owner)).skip(2).map(Long::valueOf).toList();
    }

    private static boolean isRunning(long pid) {
        try {
            // Z: it has ended, and its new parent has not taken note of that yet.
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z");
        }
        catch (IOException ex) {
            return false;
        }
    }

    @Test
    void aKilledOwnerLeavesNothing() {
        try (RunningProgram owner = owner()) {
            assertThat(processes(owner)).hasSize(4).allMatch(OwnershipTest::isRunning);
            owner.kill();
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                assertThat(processes(owner)).noneMatch(OwnershipTest::isRunning);
                assertThat(folder(owner)).doesNotExist();
            });
        }
    }

    @Test
    void anOwnerThatEndsLeavesNothing() {
        try (RunningProgram owner = owner("end")) {
            assertThat(owner.exitCode()).isZero();
            assertThat(processes(owner)).hasSize(4).noneMatch(OwnershipTest::isRunning);
            assertThat(folder(owner)).doesNotExist();
        }
    }

    @Test
    void whatIsLeftOfAnOwnerKilledWithItsWatchIsEndedByTheNextOne() {
        try (RunningProgram killed = owner()) {
            ProcessHandle watch = ProcessHandle.of(killed.pid()).orElseThrow().children()
                    .filter(child -> child.info().commandLine().orElse("").contains(OwnershipWatch.class.getName()))
                    .findFirst().orElseThrow();
            watch.destroyForcibly();
            watch.onExit().join();
            killed.kill();
            killed.exitCode();
            assertThat(processes(killed)).hasSize(4).allMatch(OwnershipTest::isRunning);
            try (RunningProgram next = owner()) {
                assertThat(next.output()).contains("结束上一次测试留下的进程与文件：" + folder(killed));
                assertThat(processes(killed)).noneMatch(OwnershipTest::isRunning);
                assertThat(folder(killed)).doesNotExist();
            }
        }
    }
}
