package com.example.specimen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.web.WebAppConfiguration;

/** Suites for counting contexts; run by {@code ContextTests} only. */
public final class Contexts {

    private Contexts() {
    }

    /** A web application without a server of its own, and with one. */
    @SpringBootTest(classes = BookstoreApplication.class, properties = {"group=web",
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}"})
    public static class WithoutServer {

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = BookstoreApplication.class, properties = {"group=web",
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}"})
    @AutoConfigureMockMvc
    public static class WithMvc {

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = BookstoreApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = {"group=web", "spring.datasource.url=jdbc:h2:mem:${random.uuid}"})
    public static class WithServer {

        @Test
        void starts() {
        }
    }

    /** Something to replace. */
    public static class Mailer {

        public String send() {
            return "sent";
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Store {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }
    }

    /** Not a test of its own: what the suites below share. */
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE)
    public abstract static class Base {

        @Autowired
        Mailer mailer;

        @Test
        void starts() {
            assertThat(mailer).isNotNull();
        }
    }

    public static class Plain extends Base {
    }

    public static class PlainAgain extends Base {
    }

    // region breakers
    public static class WithMock extends Base {

        @MockitoBean
        Mailer replaced;
    }

    @TestPropertySource(properties = "store.name=测试")
    public static class WithProperty extends Base {
    }

    @ActiveProfiles("test")
    public static class WithProfile extends Base {
    }

    public static class WithDynamicProperty extends Base {

        @DynamicPropertySource
        static void name(DynamicPropertyRegistry properties) {
            properties.add("store.name", () -> "测试");
        }
    }

    @Import(Extra.class)
    public static class WithImport extends Base {
    }
    // endregion breakers

    @TestConfiguration(proxyBeanMethods = false)
    public static class Extra {

        @Bean
        AtomicInteger counter() {
            return new AtomicInteger();
        }
    }

    public static class WithSameMock extends Base {

        @MockitoBean
        Mailer replaced;
    }

    public static class WithMockUnderAnotherName extends Base {

        @MockitoBean
        Mailer other;
    }

    /** Replaces the bean without a field. */
    @MockitoBean(types = Mailer.class)
    public static class WithMockOnTheClass extends Base {
    }

    /** Has the annotation on the class above it, and on the class around it. */
    public static class WithMockOnTheParent extends WithMockOnTheClass {

        @org.junit.jupiter.api.Nested
        @TestPropertySource(properties = "store.name=内")
        class Inside {

            @Test
            void startsToo() {
                assertThat(mailer).isNotNull();
            }
        }
    }

    /** Has no test of its own: its context is started for the class inside. */
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE)
    public static class WithMockAround {

        @MockitoBean
        Mailer around;

        @org.junit.jupiter.api.Nested
        class Inside {

            @Test
            void isReplaced() {
                assertThat(around.send()).isNull();
            }
        }
    }

    /** Two test classes of the same name, as in two packages. */
    public static class Left {

        @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE, properties = "group=left")
        public static class Same {

            @Test
            void starts() {
            }
        }
    }

    public static class Right {

        @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE, properties = "group=right")
        public static class Same {

            @Test
            void starts() {
            }
        }
    }

    /** The same two properties, in one order and in the other. */
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE,
            properties = {"group=order", "store.name=测试"})
    public static class OneOrder {

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE,
            properties = {"store.name=测试", "group=order"})
    public static class OtherOrder {

        @Test
        void starts() {
        }
    }

    /** The same two properties, one of them twice. */
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE,
            properties = {"group=order", "store.name=测试", "group=order"})
    public static class OneTwice {

        @Test
        void starts() {
        }
    }

    /** The same web application, with its files in one folder and in another. */
    @SpringBootTest(classes = BookstoreApplication.class, properties = {"group=files",
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}"})
    @WebAppConfiguration("classpath:one")
    public static class FilesInOne {

        @Test
        void starts() {
        }
    }

    @SpringBootTest(classes = BookstoreApplication.class, properties = {"group=files",
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}"})
    @WebAppConfiguration("classpath:other")
    public static class FilesInOther {

        @Test
        void starts() {
        }
    }

    public static class WithNested extends Base {

        @org.junit.jupiter.api.Nested
        class Inside {

            @Test
            void startsToo() {
                assertThat(mailer).isNotNull();
            }
        }
    }

    // region dirty
    @DirtiesContext
    public static class Dirty1 extends Base {
    }

    @DirtiesContext
    public static class Dirty2 extends Base {
    }
    // endregion dirty

    public static class Clean3 extends Base {
    }

    /** Each of four test methods gets a context. */
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE, properties = "group=each")
    @DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
    public static class DirtyEach {

        @Test
        void one() {
        }

        @Test
        void two() {
        }

        @Test
        void three() {
        }

        @Test
        void four() {
        }
    }

    /** A test of the bookstore with its database, eight times; subclasses differ in when the context is thrown away. */
    @SpringBootTest(classes = BookstoreApplication.class, webEnvironment = WebEnvironment.NONE,
            properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
    public abstract static class EightTimes {

        @RepeatedTest(8)
        void starts() {
        }
    }

    /** Loads the classes, so that neither of the other two pays for that. */
    @TestPropertySource(properties = "group=warm")
    public static class WarmEight extends EightTimes {
    }

    @TestPropertySource(properties = "group=shared")
    public static class SharedEight extends EightTimes {
    }

    @TestPropertySource(properties = "group=dirty")
    @DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
    public static class DirtyEight extends EightTimes {
    }

    // region suite
    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE,
            properties = "group=suite")
    public abstract static class SuiteBase {

        @MockitoBean
        Mailer mailer; // 都要换的，就在父类里换一次

        @Test
        void starts() {
            assertThat(mailer.send()).isNull();
        }
    }

    public static class Orders extends SuiteBase {
    }

    public static class Mails extends SuiteBase {
    }

    public static class Reports extends SuiteBase {
    }
    // endregion suite

    /** A bean that notices when its context is set aside. */
    public static class Poller implements SmartLifecycle {

        public static final AtomicInteger STARTS = new AtomicInteger();
        public static final AtomicInteger STOPS = new AtomicInteger();
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
            STARTS.incrementAndGet();
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

    /** Goes on while its context is set aside. */
    public static class Stubborn implements SmartLifecycle {

        public static final AtomicInteger STOPS = new AtomicInteger();
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

        @Override
        public boolean isPauseable() {
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Polling {

        @Bean
        Poller poller() {
            return new Poller();
        }

        @Bean
        Stubborn stubborn() {
            return new Stubborn();
        }
    }

    /** Run in a JVM of its own, which is told not to pause. */
    @SpringBootTest(classes = Polling.class, webEnvironment = WebEnvironment.NONE)
    public static class PollWithoutPause {

        @Test
        void wasNotStopped() {
            assertThat(Poller.STARTS).hasValue(1);
            assertThat(Poller.STOPS).hasValue(0);
        }
    }

    @SpringBootTest(classes = Polling.class, webEnvironment = WebEnvironment.NONE)
    public static class PollA {

        @Test
        void runs(@Autowired Poller poller) {
            assertThat(poller.isRunning()).isTrue();
        }
    }

    @SpringBootTest(classes = Store.class, webEnvironment = WebEnvironment.NONE, properties = "group=between")
    public static class Between {

        @Test
        void runs() {
        }
    }

    @SpringBootTest(classes = Polling.class, webEnvironment = WebEnvironment.NONE)
    public static class PollB {

        @Test
        void runs(@Autowired Poller poller) {
            assertThat(poller.isRunning()).isTrue();
        }
    }

    /** Counts its runs: one every five milliseconds, and {@code fixedRate} makes up for those that were missed. */
    public static class Ticker {

        private static final Map<String, Ticker> TICKERS = new ConcurrentHashMap<>();
        private final AtomicInteger ticks = new AtomicInteger();
        private volatile long first;

        Ticker(String name) {
            TICKERS.put(name, this);
        }

        @Scheduled(fixedRate = 5)
        void tick() {
            if (first == 0) {
                first = System.nanoTime();
            }
            ticks.incrementAndGet();
        }

        public static int ticks(String name) {
            return TICKERS.get(name).ticks.get();
        }

        /** How many runs are late by now. */
        public static long missed(String name) {
            Ticker ticker = TICKERS.get(name);
            return (System.nanoTime() - ticker.first) / 5_000_000 - ticker.ticks.get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    public static class Scheduling {

        @Bean
        Ticker ticker(@Value("${group}") String name) {
            return new Ticker(name);
        }
    }

    /** A scheduler of the application's own, which Spring does not stop. */
    @Configuration(proxyBeanMethods = false)
    public static class OwnScheduler {

        @Bean
        ScheduledExecutorService scheduler() {
            return Executors.newSingleThreadScheduledExecutor();
        }
    }

    /** A scheduler of the application's own, which Spring does stop. */
    @Configuration(proxyBeanMethods = false)
    public static class OwnPool {

        @Bean
        ThreadPoolTaskScheduler scheduler() {
            return new ThreadPoolTaskScheduler();
        }
    }

    @SpringBootTest(classes = Scheduling.class, webEnvironment = WebEnvironment.NONE, properties = "group=local")
    public static class TicksWithoutAutoConfiguration {

        @Test
        void ticks() {
            await().until(() -> Ticker.ticks("local") > 0);
        }
    }

    @DirtiesContext
    public static class LastWithoutAutoConfiguration extends TicksWithoutAutoConfiguration {
    }

    @SpringBootTest(classes = {Scheduling.class, OwnScheduler.class}, webEnvironment = WebEnvironment.NONE,
            properties = "group=own")
    @ImportAutoConfiguration(TaskSchedulingAutoConfiguration.class)
    public static class TicksOnOwnScheduler {

        @Test
        void ticks() {
            await().until(() -> Ticker.ticks("own") > 0);
        }
    }

    @DirtiesContext
    public static class LastOnOwnScheduler extends TicksOnOwnScheduler {
    }

    @SpringBootTest(classes = {Scheduling.class, OwnPool.class}, webEnvironment = WebEnvironment.NONE,
            properties = "group=pool")
    public static class TicksOnOwnPool {

        @Test
        void ticks() {
            await().until(() -> Ticker.ticks("pool") > 0);
        }
    }

    @DirtiesContext
    public static class LastOnOwnPool extends TicksOnOwnPool {
    }

    @SpringBootTest(classes = Scheduling.class, webEnvironment = WebEnvironment.NONE, properties = "group=boot")
    @ImportAutoConfiguration(TaskSchedulingAutoConfiguration.class)
    public static class TicksOnBootScheduler {

        @Test
        void ticks() {
            await().until(() -> Ticker.ticks("boot") > 0);
            await().untilAsserted(() -> assertThat(Ticker.missed("boot")).isLessThan(20)); // 停过也补上了
        }
    }

    @DirtiesContext
    public static class LastOnBootScheduler extends TicksOnBootScheduler {
    }

    @SpringBootTest(classes = Scheduling.class, webEnvironment = WebEnvironment.NONE,
            properties = {"group=virtual", "spring.threads.virtual.enabled=true"})
    @ImportAutoConfiguration(TaskSchedulingAutoConfiguration.class)
    public static class TicksOnVirtualThreads {

        @Test
        void ticks() {
            await().until(() -> Ticker.ticks("virtual") > 0);
            await().untilAsserted(() -> assertThat(Ticker.missed("virtual")).isLessThan(20));
        }
    }

    @DirtiesContext
    public static class LastOnVirtualThreads extends TicksOnVirtualThreads {
    }
}
