package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.Store;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("停机要多久：到了上限，请求还没有做完")
class StopTests {

    /** Of a phase; the store writes eight seconds. */
    private static final Duration PHASE = Duration.ofSeconds(1);
    private static final Duration TOMCAT = Duration.ofSeconds(5);

    @Test
    @DisplayName("到了上限，Tomcat 中断请求的线程；中断不了的，再等 5 秒")
    @ResourceLock("Spring in this JVM")
    void stuckRequest() throws Exception {
        assertThat(stop("/interruptible")).isGreaterThan(PHASE).isLessThan(PHASE.plus(TOMCAT));
        assertThat(stop("/stuck")).isGreaterThan(PHASE.plus(TOMCAT));
    }

    /** How long a store takes to stop while a request goes on that takes longer than it waits. */
    private static Duration stop(String path) throws Exception {
        ConfigurableApplicationContext store = new SpringApplicationBuilder(BookstoreApplication.class, Slow.class).run(
                "--server.port=0", "--spring.datasource.url=jdbc:h2:mem:stop", "--spring.lifecycle.timeout-per-shutdown-phase=" + PHASE);
        long begin;
        try {
            URI slow = URI.create("http://127.0.0.1:" + store.getEnvironment().getRequiredProperty("local.server.port") + path);
            Thread.startVirtualThread(() -> {
                try {
                    Store.send("GET", slow);
                }
                catch (Exception expected) {
                    // The store ends before it answers.
                }
            });
            assertThat(store.getBean(Slow.class).arrived.await(1, TimeUnit.MINUTES)).isTrue();
        }
        finally {
            begin = System.nanoTime();
            store.close();
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @RestController
    static class Slow {

        private static final long LONG = TimeUnit.SECONDS.toNanos(20);

        private final CountDownLatch arrived = new CountDownLatch(1);

        @GetMapping("/interruptible")
        void interruptible() throws InterruptedException {
            arrived.countDown();
            TimeUnit.NANOSECONDS.sleep(LONG);
        }

        /** As a thread in a JDBC driver, which waits for the database's answer. */
        @GetMapping("/stuck")
        void stuck() {
            arrived.countDown();
            for (long end = System.nanoTime() + LONG; System.nanoTime() < end; LockSupport.parkNanos(10_000_000)) {
                Thread.interrupted();
            }
        }
    }
}
