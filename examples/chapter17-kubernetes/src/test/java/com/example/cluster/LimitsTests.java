package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Limits: of memory, of time to end, of processors. */
class LimitsTests {

    /** The real process needs more than 64 MiB before it is ready. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void memory() throws Exception {
        String yaml = Store.edit(Store.named(Store.deployment(), "small"), "memory: 512Mi", "memory: 64Mi");
        try (Cluster cluster = Store.cluster().apply(Store.settings()).apply(yaml)) {
            cluster.await("没有超过内存的上限", () -> cluster.events().stream()
                    .filter(event -> event.contains("OOMKilled")).count() >= 2);
            Recording.check("oom.txt", cluster.events().stream().limit(4)
                    .collect(Collectors.joining("\n")) + "\n");
            assertThat(cluster.pods("small").getFirst().logs()).doesNotContain("OutOfMemoryError", "ERROR");
        }
    }

    /** An export of six seconds, and pods that are asked to end while it is under way. */
    @Test
    void gracePeriod() throws Exception {
        String patient = Store.withVariable(Store.named(Store.deployment(), "patient"), "BOOKSTORE_EXPORTTIME", "6s");
        // A cluster takes this manifest too: the sleep is not longer than the grace period.
        String hasty = Store.edit(Store.edit(Store.withVariable(Store.named(Store.deployment(), "hasty"),
                "BOOKSTORE_EXPORTTIME", "6s"), "GracePeriodSeconds: 45", "GracePeriodSeconds: 4"),
                "seconds: 10", "seconds: 3");
        try (Cluster cluster = Store.cluster().apply(Store.settings()).apply(patient).apply(hasty)) {
            cluster.awaitRollout("patient");
            cluster.awaitRollout("hasty");
            Map<String, CompletableFuture<String>> exports = Map.of("patient", export(cluster, "patient"),
                    "hasty", export(cluster, "hasty"));
            cluster.apply(patient.replace("replicas: 1", "replicas: 0"));
            cluster.apply(hasty.replace("replicas: 1", "replicas: 0"));
            assertThat(exports.get("patient").join()).isEqualTo("200");
            assertThat(exports.get("hasty").join()).isEqualTo("连接断开");
            cluster.await("没有结束", () -> cluster.events().stream()
                    .filter(event -> event.contains("Ended")).count() == 2);
            Recording.check("grace.txt", new Table("宽限期", "preStop", "正在导出的请求", "进程怎样结束")
                    .row("45 秒", "10 秒", exports.get("patient").join(), ending(cluster, "patient"))
                    .row("4 秒", "3 秒", exports.get("hasty").join(), ending(cluster, "hasty")).toString());
        }
    }

    /** What the API would refuse is refused here too, before a process starts. */
    @Test
    void sleepLongerThanTheGracePeriod() throws Exception {
        String refused = Store.edit(Store.deployment(), "GracePeriodSeconds: 45", "GracePeriodSeconds: 4");
        try (Cluster cluster = Store.cluster().apply(Store.settings())) {
            assertThatThrownBy(() -> cluster.apply(refused)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sleep 10").hasMessageContaining("4");
            assertThat(cluster.pods("bookstore")).isEmpty();
        }
    }

    private static CompletableFuture<String> export(Cluster cluster, String name) {
        Pod pod = cluster.pods(name).getFirst();
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return String.valueOf(Store.status(pod.port(), "/export"));
            }
            catch (IOException ex) {
                return "连接断开";
            }
            catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        });
        cluster.await("没有开始导出", () -> pod.logs().contains("开始导出"));
        return answer;
    }

    private static String ending(Cluster cluster, String name) {
        return cluster.events().stream().filter(event -> event.startsWith(name) && event.contains("Ended"))
                .map(event -> event.replaceFirst(".*Ended, ", "")).collect(Collectors.joining());
    }

    /** Start-up needs so many seconds of a processor; half a processor needs at least twice as long. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void cpu() throws Exception {
        List<String> command = SharedArchive.speedUp(ConsoleRun.javaCommand(BookstoreApplication.class,
                "--server.port=0"));
        command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"));
        long begin = System.nanoTime();
        try (RunningProgram program = RunningProgram.start(command, Recording.module(), Map.of());
                CpuLimit limit = new CpuLimit(program.pid(), 300)) {
            program.await("Started BookstoreApplication");
            double seconds = (System.nanoTime() - begin) / 1e9;
            double used = CpuLimit.cpuNanos(program.pid()) / 1e9;
            assertThat(seconds).isGreaterThan(used / 0.3 * 0.75);
            assertThat(limit.throttled()).isPositive();
            Recording.check("cpu.txt", new Table("CPU 上限", "启动的时间", "被停住的周期")
                    .row("300m", seconds > 2 * used ? "是它用掉的 CPU 时间的 2 倍以上" : "不到 2 倍",
                            limit.throttled() > 0 ? "有" : "没有").toString());
        }
    }
}
