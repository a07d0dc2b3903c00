package com.example.bookstore.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.Table;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.io.ClassPathResource;

/** The breaker of orders.yml on a clock of our own. */
class BreakerTests {

    private static final class HandClock extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        int seconds() {
            return (int) now.getEpochSecond();
        }

        void advance(int seconds) {
            now = now.plusSeconds(seconds);
        }
    }

    private static final String PAYMENT = "resilience4j.circuitbreaker.instances.payment.";

    private final HandClock clock = new HandClock();
    private final CircuitBreaker breaker = CircuitBreaker.of("payment", CircuitBreakerConfig.custom()
            .slidingWindowSize(10).minimumNumberOfCalls(10).failureRateThreshold(50)
            .waitDurationInOpenState(Duration.ofSeconds(10)).permittedNumberOfCallsInHalfOpenState(3)
            .clock(clock).build());
    private final Table timeline = new Table("秒", "状态", "成功", "失败", "没有去调用");

    private int reached;

    private String call(boolean healthy) {
        try {
            breaker.executeRunnable(() -> {
                reached++;
                if (!healthy) {
                    throw new IllegalStateException("支付坏了");
                }
            });
            return "成功";
        }
        catch (CallNotPermittedException ex) {
            return "拒绝";
        }
        catch (IllegalStateException ex) {
            return "失败";
        }
    }

    private void second(boolean healthy) {
        int good = 0;
        int bad = 0;
        int refused = 0;
        for (int i = 0; i < 5; i++) {
            switch (call(healthy)) {
                case "成功" -> good++;
                case "失败" -> bad++;
                default -> refused++;
            }
        }
        timeline.row(clock.seconds(), breaker.getState(), good, bad, refused);
        clock.advance(1);
    }

    @Test
    void timeline() {
        for (int second = 0; second < 28; second++) {
            second(second < 2 || second >= 15); // 第 2 秒坏，第 15 秒好
        }
        Recording.checkVerbatim("timeline.txt", timeline.toString());
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(timeline.toString()).contains("OPEN");
    }

    private void open() {
        for (int i = 0; i < 10; i++) {
            call(false);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        reached = 0;
    }

    /** The figure says the numbers of orders.yml in words; the breaker of these tests has the same. */
    @Test
    void theFigureHasTheNumbersOfTheConfiguration() throws IOException {
        Map<String, Object> settings = new YamlPropertySourceLoader()
                .load("orders", new ClassPathResource("orders.yml")).stream()
                .map(source -> (Map<?, ?>) source.getSource())
                .flatMap(source -> source.entrySet().stream())
                .filter(entry -> entry.getKey().toString().startsWith(PAYMENT))
                .collect(Collectors.toMap(entry -> entry.getKey().toString().substring(PAYMENT.length()),
                        entry -> ((OriginTrackedValue) entry.getValue()).getValue()));
        CircuitBreakerConfig config = breaker.getCircuitBreakerConfig();
        assertThat(settings).containsEntry("sliding-window-size", config.getSlidingWindowSize())
                .containsEntry("minimum-number-of-calls", config.getMinimumNumberOfCalls())
                .containsEntry("failure-rate-threshold", (int) config.getFailureRateThreshold())
                .containsEntry("wait-duration-in-open-state",
                        config.getWaitIntervalFunctionInOpenState().apply(1) / 1000 + "s")
                .containsEntry("permitted-number-of-calls-in-half-open-state",
                        config.getPermittedNumberOfCallsInHalfOpenState());

        Map<Object, String> words = Map.of(3, "三", 10, "十", "10s", "十", 50, "一半");
        String figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter23-microservices/breaker.svg"));
        assertThat(figure).contains(">最近" + words.get(settings.get("sliding-window-size")) + "次<",
                ">" + words.get(settings.get("failure-rate-threshold")) + "失败<",
                ">过了" + words.get(settings.get("wait-duration-in-open-state")) + "秒，<",
                ">放" + words.get(settings.get("permitted-number-of-calls-in-half-open-state")) + "个去试<");
        assertThat(Arrays.stream(CircuitBreaker.State.values()).map(Enum::name)
                .filter(state -> figure.contains(" " + state + "<"))).containsExactlyInAnyOrder("CLOSED", "OPEN", "HALF_OPEN");
    }

    @Test
    void nineCallsAreNotEnough() {
        for (int i = 0; i < 9; i++) {
            call(false);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void openCallsNobody() {
        open();
        assertThat(call(true)).isEqualTo("拒绝");
        assertThat(reached).isZero();
    }

    @Test
    void stillOpenUntilSomebodyCalls() {
        open();
        clock.advance(3600);
        assertThat(breaker.getState()).as("没有请求来，就还是断开的").isEqualTo(CircuitBreaker.State.OPEN);
        call(true);
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
    }

    @Test
    void halfOpenLetsThreeTry() {
        open();
        clock.advance(11);
        CircuitBreaker.State[] states = new CircuitBreaker.State[1];
        for (int i = 0; i < 3; i++) {
            breaker.acquirePermission();
        }
        states[0] = breaker.getState();
        assertThat(states[0]).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        assertThat(catchThrowable(breaker::acquirePermission)).isInstanceOf(CallNotPermittedException.class);
    }

    @Test
    void halfOpenFailsBackToOpen() {
        open();
        clock.advance(11);
        for (int i = 0; i < 3; i++) {
            call(false);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(reached).isEqualTo(3);
    }

    @Test
    void oneFailureOfThreeCloses() {
        open();
        clock.advance(11);
        assertThat(List.of(call(true), call(false), call(true))).containsExactly("成功", "失败", "成功");
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        open();
        clock.advance(11);
        assertThat(List.of(call(true), call(false), call(false))).containsExactly("成功", "失败", "失败");
        assertThat(breaker.getState()).as("三个里失败两个").isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void defaults() {
        CircuitBreakerConfig config = CircuitBreakerConfig.ofDefaults();
        assertThat(config.getSlowCallDurationThreshold()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.getSlowCallRateThreshold()).isEqualTo(100);
        assertThat(RateLimiterConfig.ofDefaults().getTimeoutDuration()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void slowCallsOpenItToo() {
        CircuitBreaker slow = CircuitBreaker.of("slow", CircuitBreakerConfig.custom().slidingWindowSize(4)
                .minimumNumberOfCalls(4).slowCallDurationThreshold(Duration.ofSeconds(2)).slowCallRateThreshold(50)
                .build());
        for (int i = 0; i < 4; i++) {
            slow.acquirePermission();
            slow.onSuccess(3, java.util.concurrent.TimeUnit.SECONDS);
        }
        assertThat(slow.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void rateLimiterRefusesTheSixth() {
        RateLimiter limiter = RateLimiter.of("orders", RateLimiterConfig.custom().limitForPeriod(5)
                .limitRefreshPeriod(Duration.ofHours(1)).timeoutDuration(Duration.ZERO).build());
        int[] served = new int[1];
        for (int i = 0; i < 5; i++) {
            limiter.executeRunnable(() -> served[0]++);
        }
        Throwable sixth = catchThrowable(() -> limiter.executeRunnable(() -> served[0]++));
        assertThat(sixth).isInstanceOf(RequestNotPermitted.class);
        assertThat(served[0]).isEqualTo(5);
        Recording.check("rate-limited.txt", sixth.toString());
    }
}
