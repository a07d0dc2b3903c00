package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock("this JVM")
class LazyTests {

    private static ConfigurableApplicationContext run(boolean lazy, Class<?>... more) {
        return new SpringApplicationBuilder(BookstoreApplication.class).sources(more).run("--server.port=0",
                "--spring.main.lazy-initialization=" + lazy, "--spring.datasource.generate-unique-name=true");
    }

    private static int status(ConfigurableApplicationContext context, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                    + context.getEnvironment().getProperty("local.server.port") + path)).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private static int beans(ConfigurableApplicationContext context) {
        return ((DefaultListableBeanFactory) context.getBeanFactory()).getSingletonCount();
    }

    @Test
    void fewerBeansAtStart() throws Exception {
        int eager;
        int lazy;
        int afterFirst;
        try (ConfigurableApplicationContext context = run(false)) {
            eager = beans(context);
        }
        try (ConfigurableApplicationContext context = run(true)) {
            lazy = beans(context);
            assertThat(status(context, "/shelf/joined")).isEqualTo(200);
            afterFirst = beans(context);
        }
        System.out.printf("Bean：%d，懒 %d，第一个请求之后 %d%n", eager, lazy, afterFirst);
        assertThat(lazy).isLessThan(eager * 3 / 4);
        assertThat(afterFirst).isGreaterThan(lazy + 20);
        Recording.check("lazy-beans.txt", new Table("什么时候", "已经创建的 Bean")
                .row("普通启动之后", "1").row("懒加载，启动之后", "不到四分之三")
                .row("懒加载，第一个请求之后", "又多了 20 个以上").toString());
    }

    // region broken
    @RestController
    static class Receipts {

        Receipts() {
            throw new IllegalStateException("没有配置 bookstore.receipt-printer");
        }

        @GetMapping("/receipts")
        String receipts() {
            return "";
        }
    }
    // endregion broken

    @Configuration(proxyBeanMethods = false)
    @Import(Receipts.class)
    static class WithReceipts {
    }

    @Test
    void brokenBeanFailsAtStart() {
        Throwable failure = catchThrowable(() -> run(false, WithReceipts.class).close());
        assertThat(NestedExceptionUtils.getMostSpecificCause(failure)).hasMessage("没有配置 bookstore.receipt-printer");
    }

    @Test
    void lazyBrokenBeanFailsAtTheFirstRequest(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = run(true, WithReceipts.class)) {
            assertThat(status(context, "/shelf/joined")).isEqualTo(200);
            assertThat(output).doesNotContain("bookstore.receipt-printer");
            assertThat(status(context, "/receipts")).isEqualTo(500);
            assertThat(status(context, "/receipts")).isEqualTo(500);
        }
        List<String> lines = output.getOut().lines().filter(line -> !line.isBlank()).toList();
        int first = 0;
        while (!lines.get(first).contains("Servlet.service()")) {
            first++;
        }
        assertThat(lines.get(first)).contains("Error creating bean with name");
        assertThat(lines.get(first + 1)).isEqualTo("java.lang.IllegalStateException: 没有配置 bookstore.receipt-printer");
        Recording.check("lazy-broken.txt", lines.get(first).replaceFirst(".*?(Servlet\\.service)", "$1")
                + "\n" + lines.get(first + 1));
    }
}
