package com.example.bookstore;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.example.bookstore.platform.Checkpoint;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** What tests change in the running store: the time, and what happens at a step of an order. */
@TestConfiguration(proxyBeanMethods = false)
class Controls {

    /** A clock that the test puts forward. */
    static final class TestClock extends Clock {

        private volatile Duration ahead = Duration.ZERO;

        void forward(Duration duration) {
            ahead = ahead.plus(duration);
        }

        @Override
        public ZoneId getZone() {
            return ZoneId.of("Asia/Shanghai");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }
    }

    /** What a test does when an order reaches a step. */
    static final class Steps implements Checkpoint {

        private final Map<String, Runnable> actions = new ConcurrentHashMap<>();

        void at(String step, Runnable action) {
            actions.put(step, action);
        }

        void clear() {
            actions.clear();
        }

        @Override
        public void reached(String step) {
            actions.getOrDefault(step, () -> { }).run();
        }
    }

    @Bean
    TestClock testClock() {
        return new TestClock();
    }

    @Bean
    Steps steps() {
        return new Steps();
    }
}
