package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.Missing;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("kill -9 测试所在的 JVM：它启动的部件一个进程、一个容器、一个文件都不留下")
class KilledOwnerTest {

    @ParameterizedTest(name = "{0}")
    @EnumSource(KilledOwner.Kind.class)
    @DisplayName("部件")
    void leavesNothing(KilledOwner.Kind kind) {
        List<String> command = MavenProject.javaCommand("zh", "-Dbook.module=" + Recording.module(),
                "-Dbook.maven.home=" + System.getProperty("book.maven.home", ""),
                "-Dbook.spring-boot.version=" + System.getProperty("book.spring-boot.version", ""),
                "-cp", System.getProperty("java.class.path"), KilledOwner.class.getName(), kind.name());
        try (RunningProgram owner = RunningProgram.start(command, Recording.module(), Map.of())) {
            String[] words = readyLine(owner).split(" ");
            Path folder = Path.of(words[1]);
            List<Long> pids = Stream.of(words).skip(2).map(Long::valueOf).toList();
            assertThat(pids).isNotEmpty().allMatch(KilledOwnerTest::isRunning);
            assertThat(folder).exists();

            owner.kill();

            await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
                assertThat(pids).noneMatch(KilledOwnerTest::isRunning);
                assertThat(folder).doesNotExist();
                // Also what the owner had no time to tell.
                assertThat(workingIn(folder)).isEmpty();
            });
            assertThat(mentioning("/proc/self/mountinfo", folder)).isFalse();
        }
    }

    /** Waits for the owner's line; a part that cannot be had is missing here as in a test of its own. */
    private static String readyLine(RunningProgram owner) {
        String skip = "跳过测试：";
        await().atMost(Duration.ofSeconds(400)).until(() -> owner.output().contains("READY ")
                || owner.exitCode(Duration.ZERO).isPresent());
        Optional<String> ready = owner.output().lines().filter(line -> line.startsWith("READY ")).findFirst();
        if (ready.isEmpty()) {
            Optional<String> reason = owner.output().lines().filter(line -> line.startsWith(skip)).findFirst();
            throw reason.map(line -> (RuntimeException) Missing.part(line.substring(skip.length())))
                    .orElseGet(() -> new IllegalStateException(owner.output()));
        }
        return ready.get();
    }

    private static boolean isRunning(long pid) {
        // Until its new parent has taken note of its end, a killed process is still in the list (as a zombie).
        return ProcessHandle.of(pid).isPresent() && !mentioning("/proc/" + pid + "/stat", ") Z");
    }

    private static List<String> workingIn(Path folder) {
        return ProcessHandle.allProcesses().map(process -> Path.of("/proc/" + process.pid() + "/cwd"))
                .map(KilledOwnerTest::target).filter(target -> target.contains(folder.toString())).toList();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        }
        catch (IOException ex) {
            return "";
        }
    }

    private static boolean mentioning(String file, Object text) {
        try {
            return Files.readString(Path.of(file)).contains(text.toString());
        }
        catch (IOException ex) {
            return false;
        }
    }
}
