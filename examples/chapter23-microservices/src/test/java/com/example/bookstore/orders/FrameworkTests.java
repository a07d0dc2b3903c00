package com.example.bookstore.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.anything;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Downstream;
import com.example.bookstore.Http;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** The framework's annotations, and where they do nothing. */
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Http.LOG)
class FrameworkTests {

    static class Calls {
        final AtomicInteger made = new AtomicInteger();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch leave = new CountDownLatch(1);

        @Retryable(maxRetries = 2, delay = 1)
        public void fails() {
            made.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }

        public void failsThroughThis() {
            fails();
        }

        @Retryable(maxRetries = 1000, delay = 1, multiplier = 100, timeout = 10_000)
        public void failsForAWhile() {
            made.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }

        @Retryable(maxRetries = 3, delay = 1, timeout = 50)
        public String slow() throws InterruptedException {
            made.incrementAndGet();
            Thread.sleep(200); // longer than the policy's timeout
            return "收到了";
        }

        @Retryable(maxRetries = 2, delay = 1)
        public void failsEachTimeDifferently() {
            throw new IllegalStateException("第 " + made.incrementAndGet() + " 次");
        }

        @ConcurrencyLimit(1)
        public void one() throws InterruptedException {
            made.incrementAndGet();
            entered.countDown();
            leave.await(60, TimeUnit.SECONDS);
        }

        @ConcurrencyLimit(limit = 1, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
        public void oneOrRejected() {
            made.incrementAndGet();
        }

        @ConcurrencyLimit(policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
        public void noLimit() {
            made.incrementAndGet();
        }

        @CircuitBreaker(name = "payment", fallbackMethod = "instead")
        public String guarded() {
            made.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }

        public String instead(Throwable failure) {
            return "退路";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Resilient {
    }

    private static int madeBy(java.util.function.Consumer<Calls> work, Class<?>... configurations) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean("calls", Calls.class);
            if (configurations.length > 0) {
                context.register(configurations);
            }
            context.refresh();
            Calls calls = context.getBean("calls", Calls.class);
            assertThat(catchThrowable(() -> work.accept(calls))).isInstanceOf(IllegalStateException.class)
                    .hasMessage("支付坏了");
            Calls target = org.springframework.test.util.AopTestUtils.getUltimateTargetObject(calls);
            return target.made.get();
        }
    }

    @Test
    void silentWhereNotEnabled() {
        int enabled = madeBy(Calls::fails, Resilient.class);
        int forgotten = madeBy(Calls::fails);
        int self = madeBy(Calls::failsThroughThis, Resilient.class);
        assertThat(enabled).isEqualTo(3);
        assertThat(forgotten).isEqualTo(1);
        assertThat(self).isEqualTo(1);
        Recording.checkVerbatim("not-retried.txt", new Table("maxRetries = 2", "一共调用")
                .row("从别的 Bean 调用", enabled).row("忘了 @EnableResilientMethods", forgotten)
                .row("同一个类里调用", self).toString());
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoBeans {
        @org.springframework.context.annotation.Bean
        Object alias(@org.springframework.beans.factory.annotation.Qualifier("calls") Calls calls) {
            return calls;
        }
    }

    @Test
    void sameObjectAsTwoBeansMultipliesTheRetries() {
        int one = madeBy(Calls::fails, Resilient.class);
        int two = madeBy(Calls::fails, Resilient.class, TwoBeans.class);
        assertThat(one).isEqualTo(3);
        assertThat(two).isEqualTo(9);
        Recording.checkVerbatim("two-beans.txt", new Table("maxRetries = 2", "一共调用")
                .row("一个 Bean", one).row("同一个对象又从另一个 @Bean 方法返回", two).toString());
    }

    @Test
    void sameObjectAsTwoBeansTakesTwoPlacesForOneCall() {
        assertThat(firstCallWhereOneIsAllowed(Resilient.class)).isNull();
        assertThat(firstCallWhereOneIsAllowed(Resilient.class, TwoBeans.class)).isInstanceOf(InvocationRejectedException.class);
    }

    private static Throwable firstCallWhereOneIsAllowed(Class<?>... configurations) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean("calls", Calls.class);
            context.register(configurations);
            context.refresh();
            return catchThrowable(() -> context.getBean("calls", Calls.class).oneOrRejected());
        }
    }

    @Test
    void timeoutEndsRetrying() {
        long start = System.nanoTime();
        int calls = madeBy(Calls::failsForAWhile, Resilient.class);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        // It waits for 1 ms and for 100 ms. The next 10 s would be over after the end: it does not even wait.
        assertThat(calls).isEqualTo(3);
        assertThat(taken).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void timeoutDoesNotInterruptAnAttempt() throws Exception {
        try (var context = new AnnotationConfigApplicationContext(Resilient.class, Calls.class)) {
            assertThat(context.getBean(Calls.class).slow()).isEqualTo("收到了");
        }
    }

    @Test
    void onlyTheLastFailureIsThrown() {
        try (var context = new AnnotationConfigApplicationContext(Resilient.class, Calls.class)) {
            Throwable failure = catchThrowable(() -> context.getBean(Calls.class).failsEachTimeDifferently());
            assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessage("第 3 次").hasNoCause()
                    .hasNoSuppressedExceptions();
        }
    }

    @Test
    void limitBlocksUnlessToldToReject() throws Exception {
        try (var context = new AnnotationConfigApplicationContext(Resilient.class, Calls.class);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Calls calls = context.getBean(Calls.class);
            Calls target = (Calls) org.springframework.test.util.AopTestUtils.getTargetObject(calls);
            try {
                threads.submit(() -> {
                    calls.one();
                    return null;
                });
                assertThat(target.entered.await(60, TimeUnit.SECONDS)).isTrue();
                Future<?> second = threads.submit(() -> {
                    calls.one();
                    return null;
                });
                assertThatThrownBy(() -> second.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(target.made).hasValue(1);
                target.leave.countDown();
                second.get(60, TimeUnit.SECONDS);
                assertThat(target.made).hasValue(2);
            }
            finally {
                target.leave.countDown();
            }
        }
    }

    @Test
    void limitWithoutNumber() {
        try (var context = new AnnotationConfigApplicationContext(Resilient.class, Calls.class)) {
            Throwable failure = catchThrowable(() -> context.getBean(Calls.class).noLimit());
            assertThat(failure).isInstanceOf(IllegalStateException.class);
            Recording.check("limit-without-number.txt", failure.toString());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Boot {
    }

    private static ConfigurableApplicationContext boot(String... arguments) {
        return new SpringApplicationBuilder(Boot.class, Calls.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=none", "spring.autoconfigure.exclude="
                        + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration").run(arguments);
    }

    @Test
    void bootDoesNotEnableThem() {
        try (ConfigurableApplicationContext context = boot()) {
            Calls calls = context.getBean(Calls.class);
            assertThat(catchThrowable(calls::fails)).hasMessage("支付坏了");
            assertThat(calls.made).as("一次也没有重试").hasValue(1);
        }
    }

    @Test
    void resilience4jAnnotationNeedsAspectj(CapturedOutput output) {
        assertThat(org.springframework.util.ClassUtils.isPresent("org.aspectj.lang.ProceedingJoinPoint", null))
                .as("没有 starter-aspectj").isFalse();
        try (ConfigurableApplicationContext context = boot()) {
            Throwable failure = catchThrowable(() -> context.getBean(Calls.class).guarded());
            assertThat(failure).as("没有退路").hasMessage("支付坏了");
            Recording.check("no-aspectj.txt", failure.toString());
        }
        String hint = "Aspects are not activated because AspectJ is not on the classpath.";
        assertThat(output).doesNotContain(hint);
        boot("--logging.level.io.github.resilience4j=debug").close();
        assertThat(output).as("提示是一条 DEBUG 日志").containsPattern("DEBUG .*" + Pattern.quote(hint));
    }

    @Test
    void budgetRunsDryAndFillsUpToTen() {
        RetryBudget budget = new RetryBudget();
        int[] retries = new int[10]; // for ten orders each
        for (int order = 0; order < 100; order++) {
            budget.request();
            budget.attempt();
            for (int i = 0; i < 2 && budget.allowsRetry(); i++) {
                budget.attempt();
                retries[order / 10]++;
            }
        }
        assertThat(retries).as("攒下的十次，之后每十个请求一次").containsExactly(11, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        for (int order = 0; order < 1000; order++) {
            budget.request();
            budget.attempt();
        }
        int left = 0;
        while (budget.allowsRetry()) {
            budget.attempt();
            left++;
        }
        assertThat(left).as("好了很久，也攒不过十次").isEqualTo(10);
    }

    @Test
    void fallbackHidesTheOutage() {
        try (Downstream dead = new Downstream("[]", n -> 500);
                Downstream healthy = new Downstream("[\"111\",\"222\"]", n -> 200)) {
            RestClient client = RestClient.create(dead.url());
            RestClient good = RestClient.create(healthy.url());
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            int silentGood = 0;
            int silentMarked = 0;
            for (int i = 0; i < 100; i++) {
                java.util.List<String> shelf = silent(client);
                silentGood += shelf.isEmpty() ? 0 : 1;
                silentMarked += shelf.equals(silent(good)) ? 0 : 1; // whoever asks sees a difference
            }
            int silentCounted = fallbacks(meters);
            Recommendations recommendations = new Recommendations(client, meters);
            Recommendations sound = new Recommendations(good, meters);
            int loudGood = 0;
            int marked = 0;
            for (int i = 0; i < 100; i++) {
                Recommendations.Shelf shelf = recommendations.alsoBought("111");
                loudGood += shelf.isbns().isEmpty() ? 0 : 1;
                marked += shelf.equals(sound.alsoBought("111")) ? 0 : 1;
            }
            int counted = fallbacks(meters);
            assertThat(new int[] {silentGood, loudGood, marked, counted}).containsOnly(100);
            assertThat(new int[] {silentMarked, silentCounted}).containsOnly(0);
            Recording.checkVerbatim("fallback.txt", new Table("推荐服务坏了，请求 100 次", "页面有书", "标明是退路", "计数器")
                    .row("悄悄给畅销书", silentGood, silentMarked, silentCounted)
                    .row("数一次、记一条、标出来", loudGood, marked, counted).toString());
        }
    }

    private static int fallbacks(SimpleMeterRegistry meters) {
        return (int) meters.find("bookstore.fallback").counters().stream().mapToDouble(Counter::count).sum();
    }

    private static java.util.List<String> silent(RestClient client) {
        try {
            return java.util.List.of(client.get().uri("/also/111").retrieve().body(String[].class));
        }
        catch (RuntimeException ex) {
            return java.util.List.of("111", "222"); // what the page warns of
        }
    }

    @Test
    void anEmptyAnswerIsAnOutageToo() {
        try (Downstream empty = new Downstream("null", n -> 200)) {
            Recommendations.Shelf shelf = new Recommendations(RestClient.create(empty.url()),
                    new SimpleMeterRegistry()).alsoBought("111");
            assertThat(shelf.fallback()).isTrue();
            assertThat(shelf.isbns()).isNotEmpty();
        }
    }

    @Test
    void anAnswerWithAMalformedTypeIsAnOutageToo() {
        RestClient.Builder builder = RestClient.builder().baseUrl("http://recommendations");
        MockRestServiceServer.bindTo(builder).build().expect(anything()).andRespond(request -> {
            MockClientHttpResponse response = new MockClientHttpResponse("[]".getBytes(UTF_8), HttpStatus.OK);
            response.getHeaders().set("Content-Type", "json");
            return response;
        });
        assertThat(new Recommendations(builder.build(), new SimpleMeterRegistry()).alsoBought("111").fallback()).isTrue();
    }

    @Test
    void recommendationsOfAHealthyService() {
        try (Downstream healthy = new Downstream("[\"333\"]", n -> 200)) {
            Recommendations.Shelf shelf = new Recommendations(RestClient.create(healthy.url()),
                    new SimpleMeterRegistry()).alsoBought("111");
            assertThat(shelf.isbns()).containsExactly("333");
            assertThat(shelf.fallback()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"0.99, 432", "0.999, 43", "0.9999, 4"})
    void minutesAMonth(double objective, long minutes) {
        assertThat(new ErrorBudget(objective, Duration.ofDays(30)).downtime().toMinutes()).isEqualTo(minutes);
    }

    @Test
    void burnRate() {
        ErrorBudget budget = new ErrorBudget(0.999, Duration.ofDays(30));
        assertThat(budget.burnRate(1, 1000)).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(budget.burnRate(10, 1000)).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
        assertThatThrownBy(() -> budget.burnRate(2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ErrorBudget(1, Duration.ofDays(1))).isInstanceOf(IllegalArgumentException.class);
        Table table = new Table("目标", "30 天可以全坏", "失败 1% 时，预算几天用完");
        for (double objective : new double[] {0.99, 0.999, 0.9999}) {
            ErrorBudget each = new ErrorBudget(objective, Duration.ofDays(30));
            table.row(objective * 100 + "%", each.downtime().toMinutes() + " 分钟",
                    "%.1f".formatted(30 / each.burnRate(1, 100)));
        }
        Recording.checkVerbatim("error-budget.txt", table.toString());
    }
}
