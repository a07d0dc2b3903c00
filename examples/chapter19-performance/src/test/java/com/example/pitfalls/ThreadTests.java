package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.RawData;
import com.example.measure.AbTest;
import com.example.measure.ClosedLoop;
import com.example.measure.Latencies;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

@Timeout(180)
@Isolated
class ThreadTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static ConfigurableApplicationContext platform;
    private static ConfigurableApplicationContext virtual;

    @BeforeAll
    static void start() {
        platform = start("false");
        virtual = start("true");
    }

    private static ConfigurableApplicationContext start(String virtualThreads) {
        return new SpringApplicationBuilder(WorkApplication.class).run("--server.port=0", "--spring.sql.init.mode=never",
                "--server.tomcat.threads.max=5", "--spring.threads.virtual.enabled=" + virtualThreads);
    }

    @AfterAll
    static void stop() {
        for (ConfigurableApplicationContext context : new ConfigurableApplicationContext[] {platform, virtual}) {
            if (context != null) {
                context.close();
            }
        }
    }

    private static Callable<Latencies> forty(ConfigurableApplicationContext context, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                + context.getEnvironment().getProperty("local.server.port") + path)).build();
        return () -> ClosedLoop.run(40, 1, Duration.ZERO, () -> {
            HttpResponse<Void> response = CLIENT.send(request, HttpResponse.BodyHandlers.discarding());
            assertThat(response.statusCode()).isEqualTo(200);
            return response;
        });
    }

    @Test
    void virtualThreadsHelpWaiting() throws Exception {
        AbTest.Result result = AbTest.run("五条平台线程", forty(platform, "/wait"), "虚拟线程", forty(virtual, "/wait"), 8);
        RawData.check("waiting.tsv", result, RawData.fasterBy(3));
        Recording.check("virtual-waiting.txt", new Table("四十个请求，每个等 40 毫秒", "用的时间")
                .row("五条平台线程", "3 倍以上").row("虚拟线程", "1").toString());
    }

    @Test
    void virtualThreadsDoNotHelpComputing() throws Exception {
        AbTest.Result result = AbTest.run("五条平台线程", forty(platform, "/compute"), "虚拟线程", forty(virtual, "/compute"), 8);
        RawData.check("computing.tsv", result, one -> assertThat(one.ratio()).isBetween(1 / 2.5, 2.5));
        Recording.check("virtual-computing.txt", new Table("四十个请求，每个计算几毫秒", "用的时间")
                .row("五条平台线程", "1").row("虚拟线程", "0.4 到 2.5 之间").toString());
    }
}
