package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskDecorator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Import(PageTests.HandedOver.class)
@Timeout(60)
class PageTests {

    @Autowired
    private BookPages pages;
    @Autowired
    private Orders orders;
    @Autowired
    private Mails mails;
    @Autowired
    private TransactionTemplate transaction;
    @Autowired
    private JdbcClient jdbc;
    @Autowired
    private HandedOver handedOver;

    /** Counts in the thread that hands over, so that a task need not have run to be seen. */
    static class HandedOver implements TaskDecorator {

        final AtomicInteger tasks = new AtomicInteger();

        @Override
        public Runnable decorate(Runnable task) {
            tasks.incrementAndGet();
            return task;
        }
    }

    @BeforeEach
    void empty() {
        jdbc.sql("delete from book_order").update();
    }

    private static double seconds(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return (System.nanoTime() - start) / 1e9;
    }

    @Test
    void threeTogether() {
        pages.together("warm-up");
        double one = 0;
        double together = 0;
        for (int i = 0; i < 3; i++) {
            one += seconds(() -> pages.oneByOne("9787536692930"));
            together += seconds(() -> pages.together("9787536692930"));
        }
        assertThat(pages.together("x")).isEqualTo(pages.oneByOne("x"));
        assertThat(one / together).isBetween(2.0, 3.5);
        Recording.check("together.txt", new Table("写法", "用的时间，以一个调用为 1")
                .row("一个接一个", "3").row("一起出发", "1").toString());
    }

    @Test
    void http(@Value("${local.server.port}") int port) throws Exception {
        for (String way : new String[] {"one-by-one", "together"}) {
            HttpResponse<String> response = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(
                    "http://localhost:" + port + "/books/9787536692930/" + way)).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("{\"stock\":7,\"cents\":2300,\"score\":9.3}");
        }
    }

    @Test
    void mailAfterCommit() {
        int before = handedOver.tasks.get();
        transaction.executeWithoutResult(status -> {
            orders.place("order-1");
            assertThat(handedOver.tasks).as("提交之前交给别的线程的").hasValue(before);
            assertThat(mails.sent()).doesNotContain("order-1");
        });
        assertThat(handedOver.tasks).as("提交之后").hasValue(before + 1);
        await().until(() -> mails.sent().contains("order-1"));
        assertThat(mails.sent()).containsOnlyOnce("order-1");
    }

    @Test
    void noMailAfterRollback() {
        int before = handedOver.tasks.get();
        transaction.executeWithoutResult(status -> {
            orders.place("order-2");
            status.setRollbackOnly();
        });
        assertThat(handedOver.tasks).hasValue(before);
        orders.place("order-3");
        await().until(() -> mails.sent().contains("order-3"));
        assertThat(mails.sent()).doesNotContain("order-2");
    }
}
