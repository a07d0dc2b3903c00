package com.example.bookstore;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** The same three suites on each version: what happens to a context while another one is used. */
class Pausing {

    static class Poller implements SmartLifecycle {

        static final AtomicInteger STOPS = new AtomicInteger();
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            STOPS.incrementAndGet();
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Polling {

        @Bean
        Poller poller() {
            return new Poller();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {
    }

    @SpringBootTest(classes = Polling.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class PollA {

        @Test
        void runs() {
        }
    }

    @SpringBootTest(classes = Empty.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class Between {

        @Test
        void saysWhatBecameOfTheOther() {
            System.out.println("用着另一个上下文，前一个里的任务 stop 了 " + Poller.STOPS + " 次");
        }
    }

    @SpringBootTest(classes = Polling.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class Replaced {

        @MockitoBean
        Poller replaced;

        @Test
        void runs() {
        }
    }
}
