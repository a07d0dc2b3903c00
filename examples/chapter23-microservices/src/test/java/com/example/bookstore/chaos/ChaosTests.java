package com.example.bookstore.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.parts.BootProcess;
import com.example.bookstore.Http;
import com.example.bookstore.catalog.CatalogApplication;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The tool on the catalog. */
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Http.LOG)
class ChaosTests {

    private static ConfigurableApplicationContext catalog(String... rule) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--chaos.enabled=true"));
        for (String each : rule) {
            arguments.add("--chaos.rules[0]." + each);
        }
        return CatalogApplication.builder().run(arguments.toArray(String[]::new));
    }

    @Test
    void errorsForTwoRequestsAfterOne(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = catalog("path=/books", "skip=1", "first=2", "status=503")) {
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                statuses.add(Http.get(Http.url(context) + "/books/111").statusCode());
            }
            assertThat(statuses).containsExactly(200, 503, 503, 200, 200);
            String warning = output.getOut().lines().filter(line -> line.contains("chaos：")).findFirst().orElseThrow()
                    .replaceFirst("^.* - ", "");
            Recording.checkVerbatim("chaos.txt", warning + "\nGET /books/111 五次：" + statuses + "\n");
        }
    }

    @Test
    void otherPathsAreLeftAlone() throws Exception {
        try (ConfigurableApplicationContext context = catalog("path=/payments", "status=500")) {
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void contextPathAndChinese() throws Exception {
        try (ConfigurableApplicationContext context = CatalogApplication.builder().run("--server.port=0",
                "--server.servlet.context-path=/shop", "--chaos.enabled=true", "--chaos.rules[0].path=/books/1",
                "--chaos.rules[0].status=503", "--chaos.rules[1].path=/books/书", "--chaos.rules[1].status=502")) {
            String books = Http.url(context) + "/shop/books/";
            assertThat(Http.get(books + "111").statusCode()).isEqualTo(503);
            assertThat(Http.get(books + "%E4%B9%A6").statusCode()).isEqualTo(502);
            assertThat(Http.get(books + "222").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void latency() throws Exception {
        try (ConfigurableApplicationContext context = catalog("path=/books", "latency=300ms")) {
            long start = System.nanoTime();
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        }
    }

    /** A drill that the service's own dashboard does not show would train the wrong eye. */
    @Test
    void theServiceCountsThemAsItsOwn() throws Exception {
        try (ConfigurableApplicationContext context = CatalogApplication.builder().run("--server.port=0",
                "--chaos.enabled=true", "--chaos.rules[0].path=/books/111", "--chaos.rules[0].status=503",
                "--chaos.rules[1].path=/books/222", "--chaos.rules[1].latency=300ms",
                "--chaos.rules[2].path=/books/333", "--chaos.rules[2].status=404")) {
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).isEqualTo(503);
            assertThat(Http.get(Http.url(context) + "/books/333").statusCode()).isEqualTo(404);
            assertThat(Http.get(Http.url(context) + "/books/222").statusCode()).isEqualTo(200);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(meters.find("http.server.requests").tags("status", "503", "uri", "UNKNOWN").timers())
                    .as("没有到控制器").extracting(Timer::count).containsExactly(1L);
            assertThat(meters.find("http.server.requests").tags("status", "404").timers())
                    .extracting(timer -> timer.getId().getTag("uri")).containsExactly("NOT_FOUND");
            assertThat(meters.find("http.server.requests").tags("status", "200", "uri", "/books/{isbn}").timers())
                    .singleElement().extracting(timer -> timer.totalTime(TimeUnit.MILLISECONDS)).asInstanceOf(DOUBLE)
                    .isGreaterThanOrEqualTo(300);
        }
    }

    @Test
    void nothingUnlessEnabled() throws Exception {
        try (ConfigurableApplicationContext context = CatalogApplication.builder().run("--server.port=0",
                "--chaos.rules[0].path=/books", "--chaos.rules[0].status=500")) {
            assertThat(context.getBeansOfType(Chaos.class)).isEmpty();
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void killsTheProcessOnTheThirdRequest() throws Exception {
        try (BootProcess process = BootProcess.of(CatalogApplication.class).jvmOptions("-Xmx128m")
                .arguments("--spring.config.name=catalog", "--chaos.enabled=true", "--chaos.rules[0].path=/books",
                        "--chaos.rules[0].skip=2", "--chaos.rules[0].kill=true").start()) {
            String books = process.uri("/books/111").toString();
            assertThat(Http.get(books).statusCode()).isEqualTo(200);
            assertThat(Http.get(books).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> Http.get(books)).isInstanceOf(IOException.class);
            process.restart();
            assertThat(Http.get(books).statusCode()).isEqualTo(200);
        }
    }

    /** The tool alone, without a web server: it has to refuse before there is one. */
    private static void refused(String reason, String... rule) {
        new ApplicationContextRunner().withUserConfiguration(Chaos.class).withPropertyValues("chaos.enabled=true")
                .withPropertyValues(Stream.of(rule).map(each -> "chaos.rules[0]." + each).toArray(String[]::new))
                .run(context -> assertThat(context).hasFailed().getFailure().rootCause().hasMessageContaining(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "path=books,status=500|path 要以 / 开头",
        "paht=/books,status=500|path 要以 / 开头，不是 null",
        "path=/books,status=200|status 要在 400 到 599 之间",
        "path=/books/**,status=500|不认通配符",
        "path=/books/{isbn},status=500|不认通配符",
        "path=/books?isbn=1,status=500|不认通配符",
        "path=/books|规则什么也不做",
        "path=/books,latency=-1s|不能是负数",
        "path=/books,status=500,when=after|when 只能是 BEFORE"})
    void badRulesAreRefusedAtStart(String rule, String reason) {
        refused(reason, rule.split(","));
    }

    @Test
    void misspeltSettingIsIgnored() throws Exception {
        try (ConfigurableApplicationContext context = catalog("path=/books", "status=503", "frist=1")) {
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).isEqualTo(503);
            assertThat(Http.get(Http.url(context) + "/books/111").statusCode()).as("first 没有写对，就是不限").isEqualTo(503);
        }
    }

    @Test
    void enabledWithoutRules() {
        refused("却没有一条 chaos.rules");
    }
}
