package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("systemd 单元：由 systemd-analyze 检查，ExecStart 真的运行")
class SystemdTests {

    @TempDir
    Path folder;

    @Test
    @RequiresProgram("systemd-analyze")
    @DisplayName("单元没有一处被挑出毛病")
    void unitIsValid() throws IOException {
        ConsoleRun run = verify(Server.unit());
        assertThat(run.output()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    @RequiresProgram("systemd-analyze")
    @DisplayName("拼错的设置只是警告，退出码还是 0；相对路径是错误")
    void mistakes() throws IOException {
        ConsoleRun misspelt = verify(replaced("TimeoutStopSec=", "TimoutStopSec="));
        ConsoleRun relative = verify(replaced("ExecStart=/usr/bin/java", "ExecStart=bin/java"));
        assertThat(misspelt.exitCode()).isZero();
        assertThat(relative.exitCode()).isNotZero();
        Recording.check("unit-mistakes.txt", "$ systemd-analyze verify bookstore@8081.service\n"
                + misspelt.output() + "$ echo $?\n" + misspelt.exitCode()
                + "\n\n$ systemd-analyze verify bookstore@8081.service\n"
                + relative.output() + "$ echo $?\n" + relative.exitCode() + "\n");
    }

    @Test
    @RequiresProgram("systemd-analyze")
    @DisplayName("收紧之后，暴露程度从 9 以上降到 3 以下")
    void hardening() throws IOException {
        String bare = Server.unit().replaceAll("(?s)# 收紧.*(?=\\[Install])", "");
        assertThat(exposure(bare)).isGreaterThanOrEqualTo(9);
        assertThat(exposure(Server.unit())).isLessThan(3);
    }

    private double exposure(String unit) throws IOException {
        String output = analyze("security", unit).output();
        Matcher level = Pattern.compile("Overall exposure level for \\S+: ([0-9.]+)").matcher(output);
        assertThat(level.find()).as(output).isTrue();
        return Double.parseDouble(level.group(1));
    }

    private static String replaced(String text, String replacement) {
        assertThat(Server.unit()).contains(text);
        return Server.unit().replace(text, replacement);
    }

    private ConsoleRun verify(String unit) throws IOException {
        return analyze("verify", unit);
    }

    /** 这台机器的 java 不一定在 /usr/bin，所以换成测试所用的；别的照旧。 */
    private ConsoleRun analyze(String what, String unit) throws IOException {
        Path file = folder.resolve("bookstore@8081.service");
        Files.writeString(file, unit.replace("ExecStart=/usr/bin/java",
                "ExecStart=" + Path.of(System.getProperty("java.home"), "bin/java")));
        List<String> command = what.equals("verify")
                ? List.of("systemd-analyze", "verify", file.toString())
                : List.of("systemd-analyze", "security", "--no-pager", "--offline=true", file.toString());
        ConsoleRun run = ConsoleRun.run(command, folder, null, Map.of("LC_ALL", "C.UTF-8"));
        return new ConsoleRun(run.output().replace(folder + "/", ""), run.exitCode());
    }

    @Test
    @DisplayName("单元给的停止时间比应用自己的长")
    void timeouts() throws IOException {
        String yaml = Files.readString(Recording.module().resolve("src/main/resources/application.yaml"));
        Matcher phase = Pattern.compile("timeout-per-shutdown-phase: (\\d+)s").matcher(yaml);
        assertThat(phase.find()).isTrue();
        assertThat(Duration.ofSeconds(Long.parseLong(Server.setting("TimeoutStopSec"))))
                .isGreaterThan(Duration.ofSeconds(Long.parseLong(phase.group(1))));
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("盖掉正在运行的 jar：之后才用到的类读不出来，连停机都停不干净；换链接：照样读得出，停得干净")
    void overwritten() {
        Path second = Release.build("expand", folder);
        assertThat(stopped(server -> server.overwrite(second)))
                .contains("NoClassDefFoundError").doesNotContain("Graceful shutdown complete");
        assertThat(stopped(server -> {
            server.install("2.0.0", second);
            assertThat(server.activate("2.0.0").output()).contains("现在是 releases/2.0.0");
        })).doesNotContain("NoClassDefFoundError").contains("Graceful shutdown complete");
    }

    /** 启动一台，做一件事，再停它：它说了什么。停机要用到还没有加载的类。 */
    private static String stopped(Consumer<Server> change) {
        try (Database database = new Database(); Server server = new Server(database)) {
            RunningProgram program = server.start(RunningProgram.freePort());
            change.accept(server);
            program.terminate();
            program.exitCode();
            return program.output();
        }
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("SIGTERM：JVM 的退出码是 143，单元把它算作正常")
    void exitCode() {
        try (Database database = new Database(); Server server = new Server(database)) {
            RunningProgram program = server.start(RunningProgram.freePort());
            int before = program.output().length();
            program.terminate();
            assertThat(program.exitCode()).isEqualTo(Integer.parseInt(Server.setting("SuccessExitStatus")))
                    .isEqualTo(143);
            Recording.check("stop-log.txt", program.output().substring(before));
        }
    }
}
