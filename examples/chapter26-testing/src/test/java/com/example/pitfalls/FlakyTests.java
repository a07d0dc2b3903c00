package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.specimen.Baskets;
import com.example.testing.Suites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FlakyTests {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    // region orders
    private static long red(Class<?> suite) {
        return IntStream.range(0, 100).filter(seed -> {
            Baskets.clear(); // 每一遍都从空的篮子开始，像单独运行一样
            return !Suites.run(Map.of(
                    "junit.jupiter.testmethod.order.default",
                    "org.junit.jupiter.api.MethodOrderer$Random",
                    "junit.jupiter.execution.order.random.seed", String.valueOf(seed)),
                    suite).green();
        }).count();
    }
    // endregion orders

    @Test
    void hundredOrders() {
        Class<?> shared = Baskets.SHARED;
        Class<?> own = Baskets.OWN;
        Table table = new Table("一百个种子", "失败的次数");
        long red = red(shared);
        assertThat(red).isBetween(20L, 46L); // 六种顺序里有两种会失败
        assertThat(red(own)).isZero();
        Recording.check("orders.txt", table.row("共用一只篮子", red).row("各用各的", 0).toString());
    }

    @Test
    void theVictimIsTheOneThatExpectsAnEmptyBasket() {
        int seed = IntStream.range(0, 100).filter(i -> !run(i).green()).findFirst().orElseThrow();
        Suites.Outcome outcome = run(seed);
        assertThat(outcome.failures()).containsOnlyKeys("isEmptyAtFirst()");
        Recording.check("order-failure.txt", outcome.failure().getMessage());
    }

    private static Suites.Outcome run(int seed) {
        Baskets.clear();
        return Suites.run(Map.of("junit.jupiter.testmethod.order.default",
                "org.junit.jupiter.api.MethodOrderer$Random", "junit.jupiter.execution.order.random.seed",
                String.valueOf(seed)), Baskets.SHARED);
    }

    // region month
    /** 优惠券明天到期。有的日子，“明天”不是日子加一。 */
    private static LocalDate tomorrow(Clock clock) {
        LocalDate today = LocalDate.now(clock);
        return today.withDayOfMonth(today.getDayOfMonth() + 1);
    }
    // endregion month

    /** The days of 2027 on which this way throws, or says another day than the next one. */
    private static List<LocalDate> redDays(Function<Clock, LocalDate> tomorrow) {
        return IntStream.range(0, 365).mapToObj(LocalDate.of(2027, 1, 1)::plusDays).filter(today -> {
            Instant noon = today.atTime(12, 0).atZone(SHANGHAI).toInstant();
            try {
                return tomorrow.apply(Clock.fixed(noon, SHANGHAI)).toEpochDay() != today.toEpochDay() + 1;
            }
            catch (DateTimeException ex) {
                return true;
            }
        }).toList();
    }

    @Test
    void everyDayOfAYear() {
        List<LocalDate> red = redDays(FlakyTests::tomorrow);
        assertThat(red).hasSize(12).allMatch(day -> day.getDayOfMonth() == day.lengthOfMonth());
        Recording.check("days.txt", new Table("2027 年的每一天运行一次", "失败的天数").row("日子加一", red.size())
                .row("plusDays(1)", redDays(clock -> LocalDate.now(clock).plusDays(1)).size()).toString());
        // A month of 30 days says it in one way, one of 31 and February in two more.
        Recording.check("day-31.txt", monthEnd("2027-04-30"));
        Recording.check("month-ends.txt", monthEnd("2027-01-31") + "\n" + monthEnd("2027-02-28") + "\n");
    }

    private static String monthEnd(String day) {
        Instant noon = LocalDate.parse(day).atTime(12, 0).atZone(SHANGHAI).toInstant();
        return catchThrowableOfType(DateTimeException.class, () -> tomorrow(Clock.fixed(noon, SHANGHAI))).toString();
    }

    @Test
    void theZoneDecidesWhichDayItIs() {
        Instant evening = Instant.parse("2027-01-01T17:00:00Z");
        assertThat(LocalDate.now(Clock.fixed(evening, SHANGHAI))).isEqualTo("2027-01-02");
        assertThat(LocalDate.now(Clock.fixed(evening, ZoneId.of("UTC")))).isEqualTo("2027-01-01");
    }

    // region random
    /** 一百个四位数的订单号（0000 到 9999），全都不一样吗？ */
    private static boolean different(Random random) {
        Set<Integer> numbers = new HashSet<>();
        return IntStream.range(0, 100).allMatch(i -> numbers.add(random.nextInt(10_000)));
    }
    // endregion random

    // region fresh
    /** 抽到发过的，就再抽一次；都发完了要说出来，不然会一直抽下去。 */
    private static int fresh(Random random, Set<Integer> given) {
        if (given.size() == 10_000) {
            throw new IllegalStateException("一万个订单号发完了");
        }
        int number = random.nextInt(10_000);
        while (!given.add(number)) {
            number = random.nextInt(10_000);
        }
        return number;
    }
    // endregion fresh

    private static boolean allFresh(Random random) {
        Set<Integer> given = new HashSet<>();
        return IntStream.range(0, 100).map(i -> fresh(random, given)).distinct().count() == 100;
    }

    @Test
    void randomNumbersCollide() {
        long red = IntStream.range(0, 1000).filter(seed -> !different(new Random(seed))).count();
        assertThat(red).isBetween(350L, 430L);
        long cured = IntStream.range(0, 1000).filter(seed -> !allFresh(new Random(seed))).count();
        assertThat(cured).isZero();
        Recording.check("collisions.txt", new Table("一千个种子，各一百个四位数的订单号", "有重复的次数")
                .row("抽到什么发什么", red).row("抽到发过的，再抽一次", cured).toString());
    }

    @Test
    void whenAllNumbersAreGivenItSaysSo() {
        Set<Integer> given = new HashSet<>();
        Random random = new Random(1);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int i = 0; i < 10_000; i++) {
                fresh(random, given);
            }
            assertThatThrownBy(() -> fresh(random, given)).isInstanceOf(IllegalStateException.class)
                    .hasMessage("一万个订单号发完了");
        });
        assertThat(given).hasSize(10_000);
    }

    @Test
    void theSameSeedTheSameNumbers() {
        assertThat(new Random(42).nextInt(10_000)).isEqualTo(new Random(42).nextInt(10_000));
    }

    /** Sends a letter when told to. */
    private static final class Post {

        private final AtomicInteger sent = new AtomicInteger();
        private final CountDownLatch go = new CountDownLatch(1);

        private final CompletableFuture<Void> work = CompletableFuture.runAsync(() -> {
            try {
                if (!go.await(60, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("没有人让它寄");
                }
                sent.incrementAndGet();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void aFixedSleepIsEitherTooShortOrTooLong() {
        Post post = new Post();
        sleep(50);
        int afterSleeping = post.sent.get(); // the machine was busy: not yet
        post.go.countDown();
        // region await
        await().atMost(Duration.ofSeconds(30)).until(() -> post.sent.get() == 1);
        // endregion await
        assertThat(afterSleeping).isZero();
        post.work.join();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at the stock, then takes: two steps. */
    private static final class TwoSteps {

        private final Runnable between;
        private int stock = 1;

        private TwoSteps(Runnable between) {
            this.between = between;
        }

        boolean take() {
            if (stock < 1) {
                return false;
            }
            between.run();
            stock--;
            return true;
        }
    }

    @Test
    void onlyTheRightMomentShowsTheRace() {
        TwoSteps quiet = new TwoSteps(() -> { });
        assertThat(quiet.take()).isTrue();
        assertThat(quiet.take()).isFalse(); // 一个接一个，看不出来
        TwoSteps[] shelf = new TwoSteps[1];
        boolean[] other = new boolean[1];
        AtomicInteger first = new AtomicInteger();
        shelf[0] = new TwoSteps(() -> {
            if (first.getAndIncrement() == 0) {
                other[0] = shelf[0].take(); // 第二位顾客正好在这时候来
            }
        });
        assertThat(shelf[0].take()).isTrue();
        assertThat(other[0]).isTrue();
        assertThat(shelf[0].stock).isEqualTo(-1);
    }

    /** The same as one step, with the same moment for the other customer: between reading and writing. */
    private static final class OneStep {

        private final Runnable between;
        private final AtomicInteger stock = new AtomicInteger(1);

        private OneStep(Runnable between) {
            this.between = between;
        }

        // region one-step
        boolean take() {
            return stock.getAndUpdate(left -> {
                between.run(); // 第二位顾客还是在这时候来
                return left > 0 ? left - 1 : left;
            }) > 0;
        }
        // endregion one-step
    }

    @Test
    void oneStepSellsOneCopyAtTheSameMoment() {
        OneStep[] shelf = new OneStep[1];
        boolean[] other = new boolean[1];
        AtomicInteger first = new AtomicInteger();
        shelf[0] = new OneStep(() -> {
            if (first.getAndIncrement() == 0) {
                other[0] = shelf[0].take();
            }
        });
        assertThat(shelf[0].take()).isFalse(); // 写的时候发现有人动过，重新看一遍
        assertThat(other[0]).isTrue();
        assertThat(shelf[0].stock).hasValue(0);
    }
}
