package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class TracedExecutorTest {

    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final TracedExecutor traced = new TracedExecutor(pool);

    @AfterEach
    void stop() {
        pool.shutdownNow();
        MDC.clear();
    }

    private static String id() {
        return MDC.get("traceId");
    }

    @Test
    @DisplayName("三跳之后，编号还在")
    void threeHops() {
        MDC.put("traceId", "abc123");
        String seen = CompletableFuture.supplyAsync(TracedExecutorTest::id, traced)
                .thenApplyAsync(first -> first + " " + id(), traced)
                .thenApplyAsync(two -> two + " " + id(), traced).join();
        assertThat(seen).as("三跳里各看到的编号").isEqualTo("abc123 abc123 abc123");
    }

    @Test
    @DisplayName("做完之后，线程里不留下别人的编号")
    void nothingLeft() {
        MDC.put("traceId", "abc123");
        CompletableFuture.runAsync(() -> MDC.put("secret", "1"), traced).join();
        MDC.clear();
        assertThat(CompletableFuture.supplyAsync(() -> id() + " " + MDC.get("secret"), traced).join())
                .as("下一个任务看到的编号，与上一个任务放进 MDC 的东西").isEqualTo("null null");
        assertThat(CompletableFuture.supplyAsync(TracedExecutorTest::id, pool).join()).as("线程里留下的编号").isNull();
    }

    @Test
    @DisplayName("提交的人 MDC 里什么也没有：任务自己放进去的，也不留下")
    void nothingSubmitted() {
        CompletableFuture.runAsync(() -> MDC.put("secret", "1"), traced).join();
        assertThat(CompletableFuture.supplyAsync(() -> MDC.get("secret"), pool).join())
                .as("线程里留下的、任务放进 MDC 的东西").isNull();
    }

    @Test
    @DisplayName("任务抛异常也一样")
    void failing() {
        MDC.put("traceId", "abc123");
        CompletableFuture<Void> failed = CompletableFuture.runAsync(() -> {
            throw new IllegalStateException("坏了");
        }, traced);
        assertThat(failed.handle((result, ex) -> ex != null).join()).isTrue();
        assertThat(CompletableFuture.supplyAsync(TracedExecutorTest::id, pool).join()).as("线程里留下的编号").isNull();
    }

    @Test
    @DisplayName("任务自己抛异常：线程里也不留下，谁提交谁做的时候，提交的人的也还在")
    void throwing() throws Exception {
        leavesNothing(() -> {
            MDC.put("secret", "1");
            throw new IllegalStateException("坏了");
        });
    }

    @Test
    @DisplayName("抛的是 Error 也一样")
    void throwingAnError() throws Exception {
        leavesNothing(() -> {
            MDC.put("secret", "1");
            throw new AssertionError("坏了");
        });
    }

    private void leavesNothing(Runnable broken) throws Exception {
        MDC.put("traceId", "abc123");
        // submit 接住异常，所以下面看的还是同一个线程
        new TracedExecutor(pool::submit).execute(broken);
        assertThat(pool.submit(() -> id() + " " + MDC.get("secret")).get())
                .as("线程里留下的编号，与任务放进 MDC 的东西").isEqualTo("null null");
        assertThatThrownBy(() -> new TracedExecutor(Runnable::run).execute(broken)).hasMessage("坏了");
        assertThat(id() + " " + MDC.get("secret")).as("提交的人自己的编号，与任务放进 MDC 的东西").isEqualTo("abc123 null");
    }

    @Test
    @DisplayName("谁提交谁做的时候，提交的人自己的编号还在，他放在 MDC 里的别的也在")
    void callerRuns() {
        MDC.put("traceId", "abc123");
        MDC.put("customer", "li");
        new TracedExecutor(Runnable::run).execute(() -> {
            MDC.put("secret", "1");
            MDC.put("customer", "wang");
            MDC.remove("traceId");
        });
        assertThat(id()).as("提交的人自己的编号").isEqualTo("abc123");
        assertThat(MDC.get("customer")).as("提交的人放在 MDC 里的别的").isEqualTo("li");
        assertThat(MDC.get("secret")).as("任务放进 MDC 的东西").isNull();
    }
}
