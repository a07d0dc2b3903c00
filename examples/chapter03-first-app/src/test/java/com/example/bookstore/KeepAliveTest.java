package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

@DisplayName("main 返回以后，是谁让程序继续运行")
class KeepAliveTest {

    @Test
    @DisplayName("Boot 启动的非守护线程 container-N；关闭应用，它就结束")
    void aThreadOfBootKeepsTheProgramRunning() {
        List<Thread> before = waitingThreads();
        List<Thread> started;
        try (ConfigurableApplicationContext context =
                SpringApplication.run(BookstoreApplication.class, "--server.port=0")) {
            started = waitingThreads().stream().filter(thread -> !before.contains(thread)).toList();
            assertThat(context.isActive()).isTrue();
            assertThat(started).singleElement().satisfies(thread -> {
                assertThat(thread.isDaemon()).isFalse();
                assertThat(thread.getClass().getName()).as("线程由 Boot 的类启动")
                        .startsWith("org.springframework.boot.tomcat.TomcatWebServer");
            });
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> started.stream().noneMatch(Thread::isAlive));
    }

    private static List<Thread> waitingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("container-")).toList();
    }
}
