package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.specimen.Forged;
import com.example.specimen.LastWords;
import com.example.testing.Poll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Logs that never arrive, and logs that lie. */
class LogTests {

    /** A specimen of the test classes, in a process of its own. */
    private static String run(Class<?> mainClass, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(mainClass));
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        command.addAll(1, options);
        command.add(1, "-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        command.add("--spring.main.banner-mode=off");
        return ConsoleRun.run(command, Recording.module(), null, Map.of()).output();
    }

    /** How many of the hundred lines arrive; sending them all takes five seconds. */
    private static long lastWords(List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--logging.config=classpath:async.xml");
        return arrived(run(LastWords.class, options, all.toArray(String[]::new)));
    }

    static long arrived(String output) {
        return output.lines().filter(line -> line.startsWith("收到 第")).count();
    }

    @Test
    void logsInTheQueueAreLostAtShutdown() throws Exception {
        List<String> enough = List.of("-Dflush=30000");
        long noHook;
        long tooSlow;
        long patient;
        // All three at once: they wait more than they work.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> hookless = threads.submit(() -> lastWords(enough, "--logging.register-shutdown-hook=false"));
            Future<Long> hasty = threads.submit(() -> lastWords(List.of()));
            patient = lastWords(enough);
            tooSlow = hasty.get();
            noHook = hookless.get();
        }
        Table table = new Table("写了 100 行之后退出", "收到");
        table.row("默认，maxFlushTime 是一秒", tooSlow < 100 ? "不到 100 行" : "100 行");
        table.row("maxFlushTime 给足", patient + " 行");
        table.row("给足，但 register-shutdown-hook=false", noHook < 100 ? "不到 100 行" : "100 行");
        Recording.checkVerbatim("lost.txt", table.toString());
        assertThat(noHook).isLessThan(100);
        assertThat(tooSlow).isLessThan(100);
        assertThat(patient).isEqualTo(100);
    }

    @Test
    void aFullQueueDropsInfoAndKeepsWarnings() throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger info = new AtomicInteger();
        AtomicInteger warn = new AtomicInteger();
        AppenderBase<ILoggingEvent> remote = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                busy.countDown();
                try {
                    go.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
                (event.getLevel() == Level.INFO ? info : warn).incrementAndGet();
            }
        };
        AsyncAppender async = new AsyncAppender();
        for (ch.qos.logback.core.Appender<ILoggingEvent> appender : List.of(remote, async)) {
            appender.setContext(context);
        }
        async.setQueueSize(100);
        async.setMaxFlushTime(0);
        async.addAppender(remote);
        remote.start();
        async.start();
        Logger log = context.getLogger("store");
        log.addAppender(async);
        log.info("下单成功");
        assertThat(busy.await(60, TimeUnit.SECONDS)).as("第一行正在送，队列是空的").isTrue();
        for (int i = 1; i < 500; i++) {
            log.info("下单成功");
        }
        for (int i = 0; i < 10; i++) {
            log.warn("正在盘点");
        }
        go.countDown();
        Poll.untilTrue("队列空了，WARN 都收到了", () -> async.getNumberOfElementsInQueue() == 0 && warn.get() == 10);
        context.stop();
        Recording.checkVerbatim("dropped.txt", new Table("写了", "收到")
                .row("500 行 INFO", info.get() < 100 ? "不到 100 行" : info + " 行")
                .row("10 行 WARN", warn + " 行").toString());
        // The one that was being sent, and what the queue took until less than a fifth of it was free.
        assertThat(info).hasValue(1 + 81);
        assertThat(warn).hasValue(10);
    }

    @Test
    void aLineBreakForgesALineOfPlainTextButNotOfJson() {
        String output = run(Forged.class, List.of());
        List<Long> lines = forged(output);
        Recording.checkVerbatim("forged.txt", new Table("格式", "一次 log.info，日志里有几行")
                .row("默认的文字", lines.get(0)).row("ecs", lines.get(1)).toString());
        assertThat(lines).containsExactly(2L, 1L);
        assertThat(JsonMapper.shared().readTree(json(output).getFirst()).path("message").asString()).contains("\n");
    }

    /** How many lines one message became: as text, and as JSON. */
    static List<Long> forged(String output) {
        return List.of(output.split(Forged.NEXT)[0].lines().filter(line -> line.contains("INFO")).count(),
                (long) json(output).size());
    }

    private static List<String> json(String output) {
        return output.split(Forged.NEXT)[1].lines().filter(line -> line.startsWith("{")).toList();
    }
}
