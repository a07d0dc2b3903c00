package com.example.stuck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.BookstoreApplication;
import com.example.waiting.LateApplication;
import com.example.waiting.NetworkApplication;
import com.example.waiting.WaitingApplication;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("日志停住了")
class StuckTest {

    private static final String CREATING = "Creating shared instance of singleton bean ";

    @Test
    @DisplayName("构造器不返回：把 beans 包的日志调到 debug，最后一行就是正在创建的那个 Bean；"
            + "等在初始化的方法里，它在它的依赖上面")
    void theLastLineNamesTheBeanThatWaits() {
        try (RunningProgram app = start(StuckApplication.class, "--logging.level.org.springframework.beans=debug")) {
            app.await(CREATING + "'supplierPrices'");
            List<String> lines = app.output().lines().toList();
            assertThat(lines.getLast()).endsWith(CREATING + "'supplierPrices'");
            assertThat(app.output()).doesNotContain("Tomcat started");
            Recording.check("stuck.txt", lines.getLast());
        }
        try (RunningProgram app = start(WaitingApplication.class, "--logging.level.org.springframework.beans=debug")) {
            app.await(CREATING + "'contract'");
            List<String> lines = app.output().lines().filter(line -> line.contains(CREATING))
                    .map(line -> line.substring(line.indexOf(CREATING) + CREATING.length())).toList();
            assertThat(lines).endsWith("'supplierPrices'", "'address'", "'contract'");
        }
    }

    @Test
    @DisplayName("单例都建好以后才等：最后创建的不是它，线程转储说得出")
    void afterTheBeansTheThreadDumpTells() {
        try (RunningProgram app = start(LateApplication.class, "--logging.level.org.springframework.beans=debug")) {
            app.await("supplierFeed waits");
            assertThat(app.output().lines().filter(line -> line.contains(CREATING)).toList().getLast())
                    .doesNotContain("supplierFeed");
            assertThat(app.output()).contains("Tomcat started").doesNotContain("Started LateApplication");
            ConsoleRun dump = ConsoleRun.run(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(app.pid()), "Thread.print"), Recording.module(), null, Map.of());
            assertThat(dump.output()).containsSubsequence("\"main\"", "LateApplication$SupplierFeed.start(",
                    "SpringApplication.run(");
        }
    }

    @Test
    @DisplayName("--debug 打印条件评估报告，说出自动配置为什么生效；其中没有 Bean 的创建")
    void debugPrintsConditionsAndNoBeans() {
        try (RunningProgram app = start(BookstoreApplication.class, "--debug")) {
            app.await("Started BookstoreApplication");
            assertThat(app.output()).contains("CONDITIONS EVALUATION REPORT").doesNotContain(CREATING);
            List<String> lines = app.output().lines().toList();
            int found = lines.indexOf("   DispatcherServletAutoConfiguration matched:");
            assertThat(found).as(app.output()).isPositive();
            Recording.check("debug.txt", String.join("\n", lines.subList(found, found + 3)));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows 没有 SIGTERM，结束就是强行结束")
    @DisplayName("请它停下（Ctrl+C 也是这样）：构造器等着锁的停得下来，读着网络的停不下来，要强行结束")
    void whoReadsTheNetworkDoesNotStopWhenAsked() throws Exception {
        try (RunningProgram app = start(StuckApplication.class, "--logging.level.org.springframework.beans=debug")) {
            app.await(CREATING + "'supplierPrices'");
            ProcessHandle process = ProcessHandle.of(app.pid()).orElseThrow();
            process.destroy();
            process.onExit().get(30, TimeUnit.SECONDS);
        }
        try (RunningProgram app = start(NetworkApplication.class, "--logging.level.org.springframework.beans=debug")) {
            app.await(CREATING + "'supplierPrices'");
            ProcessHandle process = ProcessHandle.of(app.pid()).orElseThrow();
            process.destroy();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> process.onExit().get(15, TimeUnit.SECONDS));
            process.destroyForcibly();
            process.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    private static RunningProgram start(Class<?> application, String argument) {
        List<String> command = MavenProject.javaCommand("en", "-cp", System.getProperty("java.class.path"),
                application.getName(), "--server.port=" + RunningProgram.freePort(), argument);
        return RunningProgram.start(command, Recording.module(), Map.of());
    }
}
