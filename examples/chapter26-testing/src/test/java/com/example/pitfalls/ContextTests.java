package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.StoreSuites;
import com.example.specimen.Contexts;
import com.example.testing.ContextReport;
import com.example.testing.Suites;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Counts contexts. The cache is the JVM's, so the order of these tests is fixed: {@code sharing} comes first. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContextTests {

    @BeforeEach
    void countAnew() {
        ContextReport.clear();
    }

    /** What this thread has computed, which other processes do not lengthen as they do the time on the clock. */
    private static long cpuMillis(Class<?> suite) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertThat(Suites.run(suite).passed()).isEqualTo(8);
        return (threads.getCurrentThreadCpuTime() - start) / 1_000_000;
    }

    private static String report() {
        return String.join("\n", ContextReport.starts().stream().map(Object::toString).toList());
    }

    @Test
    @Order(1)
    void whatBreaksTheCache() {
        assertThat(Suites.run(Contexts.Plain.class, Contexts.PlainAgain.class, Contexts.WithMock.class,
                Contexts.WithProperty.class, Contexts.WithProfile.class, Contexts.WithDynamicProperty.class,
                Contexts.WithImport.class).green()).isTrue();
        assertThat(ContextReport.starts()).hasSize(6); // 七个测试类
        Recording.check("context-report.txt", report());
        ContextReport.clear();
        assertThat(Suites.run(Contexts.OneOrder.class, Contexts.OtherOrder.class, Contexts.OneTwice.class).green()).isTrue();
        assertThat(ContextReport.starts()).map(ContextReport.Start::why)
                .containsExactly("第一个", "与上下文 1 相比：写的是同样的东西，先后不同",
                        "与上下文 1 相比：写的是同样的东西，有的写了几遍");
    }

    @Test
    @Order(2)
    void sameMockUnderTheSameNameIsShared() {
        assertThat(Suites.run(Contexts.WithSameMock.class).green()).isTrue();
        assertThat(ContextReport.starts()).isEmpty();
    }

    @Test
    @Order(3)
    void nestedClassesShare() {
        Suites.Outcome outcome = Suites.run(Contexts.WithNested.class);
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).as("外面的与里面的").isEqualTo(2);
        assertThat(ContextReport.starts()).isEmpty();
    }

    @Test
    @Order(4)
    void mockUnderAnotherName() {
        assertThat(Suites.run(Contexts.WithMockUnderAnotherName.class).green()).isTrue();
        assertThat(ContextReport.starts()).hasSize(1);
    }

    @Test
    @Order(5)
    void priceOfDirtiesContext() {
        Suites.run(Contexts.Dirty1.class, Contexts.Dirty2.class, Contexts.Clean3.class);
        int dirty = ContextReport.starts().size();
        Recording.check("dirty-report.txt", report());
        ContextReport.clear();
        Suites.run(Contexts.DirtyEach.class);
        Recording.check("dirty.txt", new Table("四个测试方法", "启动几个上下文")
                .row("@DirtiesContext，AFTER_EACH_TEST_METHOD", ContextReport.starts().size()).toString());
        assertThat(dirty).isEqualTo(2);
        assertThat(ContextReport.starts()).hasSize(4);
    }

    @Test
    @Order(6)
    void oneBaseClassOneContext() {
        assertThat(Suites.run(Contexts.Orders.class, Contexts.Mails.class, Contexts.Reports.class).green()).isTrue();
        assertThat(ContextReport.starts()).hasSize(1);
    }

    @Test
    @Order(7)
    void contextsPauseWhileAnotherIsUsed() {
        Contexts.Poller.STARTS.set(0);
        Contexts.Poller.STOPS.set(0);
        Contexts.Stubborn.STOPS.set(0);
        assertThat(Suites.run(Contexts.PollA.class, Contexts.Between.class, Contexts.PollB.class).green()).isTrue();
        assertThat(ContextReport.starts()).hasSize(2);
        Recording.check("pause.txt", new Table("三个测试类，中间那个用另一个上下文", "次数")
                .row("上下文启动", ContextReport.starts().stream()
                        .filter(start -> List.of("PollA", "PollB").contains(start.test())).count())
                .row("后台任务 start", Contexts.Poller.STARTS.get())
                .row("后台任务 stop", Contexts.Poller.STOPS.get())
                .row("isPauseable() 是 false 的任务 stop", Contexts.Stubborn.STOPS.get()).toString());
        assertThat(Contexts.Poller.STOPS).hasValue(1);
        assertThat(Contexts.Stubborn.STOPS).hasValue(0);
    }

    @Test
    @Order(13)
    void onlyTheSchedulersThatSpringStopsArePaused() {
        assertThat(Suites.run(Contexts.TicksWithoutAutoConfiguration.class, Contexts.TicksOnOwnScheduler.class,
                Contexts.TicksOnOwnPool.class, Contexts.TicksOnBootScheduler.class,
                Contexts.TicksOnVirtualThreads.class, Contexts.Between.class)
                .failures()).isEmpty();
        int local = Contexts.Ticker.ticks("local");
        int own = Contexts.Ticker.ticks("own");
        await().until(() -> Contexts.Ticker.ticks("local") > local && Contexts.Ticker.ticks("own") > own);
        int pool = Contexts.Ticker.ticks("pool");
        int boot = Contexts.Ticker.ticks("boot");
        int virtual = Contexts.Ticker.ticks("virtual");
        int goesOn = Contexts.Ticker.ticks("local");
        int goesOnToo = Contexts.Ticker.ticks("own");
        await().until(() -> Contexts.Ticker.ticks("local") > goesOn + 40 && Contexts.Ticker.ticks("own") > goesOnToo + 40
                && Contexts.Ticker.missed("boot") > 40 && Contexts.Ticker.missed("virtual") > 40);
        assertThat(Contexts.Ticker.ticks("pool")).isEqualTo(pool);
        assertThat(Contexts.Ticker.ticks("boot")).isEqualTo(boot);
        assertThat(Contexts.Ticker.ticks("virtual")).isEqualTo(virtual);
        // The first two wait until no run is late any more; closes the five contexts, too.
        assertThat(Suites.run(Contexts.LastOnBootScheduler.class, Contexts.LastOnVirtualThreads.class,
                Contexts.LastOnOwnPool.class, Contexts.LastOnOwnScheduler.class,
                Contexts.LastWithoutAutoConfiguration.class).failures()).isEmpty();
        assertThat(ContextReport.starts()).as("每一份配置启动一次").hasSizeLessThanOrEqualTo(6);
        assertThat(Contexts.Ticker.ticks("boot")).isGreaterThan(boot + 40);
        assertThat(Contexts.Ticker.ticks("virtual")).isGreaterThan(virtual + 40);
    }

    @Test
    void nothingIsPausedWhenTheJvmIsToldSo() {
        assertThat(ContainerTests.run(Map.of(), List.of("-Dspring.test.context.cache.pause=never"),
                Contexts.PollA.class, Contexts.Between.class, Contexts.PollWithoutPause.class))
                .contains("通过 3，失败 0");
    }

    @Test
    @Order(8)
    void reportNamesTheFirstOne() {
        Suites.run(Contexts.DirtyEach.class);
        assertThat(ContextReport.starts()).first().hasToString("上下文 1：DirtyEach，第一个");
        assertThat(ContextReport.starts().get(1).why()).contains("@DirtiesContext");
    }

    @Test
    @Order(9)
    void reportNamesTheMockOnTheClass() {
        // 前面的测试留下的上下文不在报告里：先有一个没有替身的可比
        Suites.run(Contexts.Dirty1.class);
        Suites.run(Contexts.Clean3.class);
        ContextReport.Start plain = ContextReport.starts().getLast();
        assertThat(Suites.run(Contexts.WithMockOnTheClass.class, Contexts.WithMockOnTheParent.class).failures()).isEmpty();
        assertThat(ContextReport.starts()).map(ContextReport.Start::why).containsSubsequence(
                "与上下文 %d 相比：多了 替身 Mailer（写在类上）".formatted(plain.number()),
                "与上下文 %d 相比：多了 属性 store.name=内".formatted(plain.number() + 1));
        assertThat(ContextReport.starts()).hasSize(3);
    }

    @Test
    @Order(9)
    void reportNamesTheMockAroundANestedClass() {
        Suites.run(Contexts.Dirty1.class);
        Suites.run(Contexts.Clean3.class);
        ContextReport.Start plain = ContextReport.starts().getLast();
        assertThat(Suites.run(Contexts.WithMockAround.class).failures()).isEmpty();
        assertThat(ContextReport.starts().getLast().why())
                .isEqualTo("与上下文 %d 相比：多了 替身 Mailer around".formatted(plain.number()));
        assertThat(ContextReport.starts().getLast().test()).isEqualTo("WithMockAround.Inside");
    }

    @Test
    @Order(9)
    void reportTellsTwoClassesOfOneNameApart() {
        assertThat(Suites.run(Contexts.Left.Same.class, Contexts.Right.Same.class).failures()).isEmpty();
        assertThat(ContextReport.starts()).map(ContextReport.Start::test)
                .containsExactly("Same", "com.example.specimen.Contexts$Right$Same");
    }

    @Test
    @Order(10)
    void reportNamesTheWebEnvironment() {
        assertThat(Suites.run(Contexts.WithoutServer.class, Contexts.WithServer.class).failures()).isEmpty();
        assertThat(ContextReport.starts()).hasSize(2);
        assertThat(ContextReport.starts().getLast().why())
                .contains("换了 @SpringBootTest 的 webEnvironment", "多了 属性 server.port=0");
        assertThat(Suites.run(Contexts.WithMvc.class).failures()).isEmpty();
        assertThat(ContextReport.starts().getLast().why()).contains("@AutoConfigureMockMvc 之类的注解");
    }

    @Test
    @Order(14)
    void reportNamesTheSlice() {
        assertThat(Suites.run(StoreSuites.ONE_CONTROLLER, StoreSuites.EVERY_CONTROLLER).failures()).isEmpty();
        assertThat(ContextReport.starts()).map(ContextReport.Start::why)
                .containsExactly("第一个", "与上下文 1 相比：换了 切片装进的类，比如 @WebMvcTest 里写的控制器");
    }

    @Test
    @Order(12)
    void reportDoesNotGuess() {
        assertThat(Suites.run(Contexts.FilesInOne.class, Contexts.FilesInOther.class).failures()).isEmpty();
        assertThat(ContextReport.starts()).map(ContextReport.Start::why)
                .containsExactly("第一个", "与上下文 1 相比：这里列的都一样，不同在别处");
    }

    @Test
    @Order(11)
    void oneContextInsteadOfEightIsThreeTimesAsFast() {
        cpuMillis(Contexts.WarmEight.class);
        ContextReport.clear();
        long shared = cpuMillis(Contexts.SharedEight.class);
        assertThat(ContextReport.starts()).hasSize(1);
        ContextReport.clear();
        long dirty = cpuMillis(Contexts.DirtyEight.class);
        assertThat(ContextReport.starts()).hasSize(8);
        System.out.println("one context " + shared + " ms, eight " + dirty + " ms");
        assertThat(dirty).isGreaterThan(3 * shared);
    }
}
