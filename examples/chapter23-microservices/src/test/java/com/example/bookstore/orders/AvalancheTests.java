package com.example.bookstore.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import com.example.bookstore.Http;
import com.example.bookstore.catalog.CatalogApplication;
import com.example.bookstore.payment.PaymentApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Payment is slow, and nobody waits for it well: five real processes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AvalancheTests {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static BootProcess catalog;
    private static BootProcess payment;
    private static BootProcess naive;
    private static BootProcess timed;
    private static BootProcess guarded;
    private static Load.Running waiting;

    private static BootProcess.Description of(Class<?> application, String name, String... arguments) {
        return BootProcess.of(application).jvmOptions("-Xmx128m", "-XX:+UseSerialGC")
                .arguments("--spring.config.name=" + name).arguments(arguments);
    }

    @BeforeAll
    static void start() {
        List<BootProcess> behind = BootProcess.startAll(List.of(
                of(CatalogApplication.class, "catalog"),
                of(PaymentApplication.class, "payment", "--chaos.enabled=true",
                        "--chaos.rules[0].path=/payments", "--chaos.rules[0].latency=10m")));
        catalog = behind.get(0);
        payment = behind.get(1);
        String[] urls = {"--bookstore.catalog-url=" + catalog.uri(""), "--bookstore.payment-url=" + payment.uri("")};
        List<BootProcess> shops = BootProcess.startAll(List.of(
                of(OrdersApplication.class, "orders", urls)
                        .arguments("--bookstore.guard=none", "--spring.http.clients.read-timeout="),
                of(OrdersApplication.class, "orders", urls).arguments("--bookstore.guard=none"),
                of(OrdersApplication.class, "orders", urls)));
        naive = shops.get(0);
        timed = shops.get(1);
        guarded = shops.get(2);
    }

    @AfterAll
    static void stop() {
        if (payment != null) {
            payment.close();
        }
        if (waiting != null) {
            waiting.close();
        }
        for (BootProcess process : new BootProcess[] {naive, timed, guarded, catalog}) {
            if (process != null) {
                process.close();
            }
        }
    }

    private static boolean booksAnswered(BootProcess shop) throws Exception {
        try {
            return Http.get(shop.uri("/books/111").toString(), PATIENCE).statusCode() == 200;
        }
        catch (HttpTimeoutException ex) {
            return false;
        }
    }

    @Test
    @Order(1)
    void withoutTimeoutBooksAreGoneToo() throws Exception {
        assertThat(booksAnswered(naive)).as("目录服务好好的，查书不经过支付").isTrue();
        waiting = Load.of(n -> Http.order(naive.uri("").toString()), 8, 8, Duration.ofSeconds(110)).start();
        long limit = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (booksAnswered(naive)) {
            assertThat(System.nanoTime()).as("八个线程都被占住").isLessThan(limit);
        }
        assertThat(waiting.done()).as("没有一张订单有答复").isZero();
    }

    @Test
    @Order(2)
    void withTimeoutBooksStay() throws Exception {
        LoadResult orders = ordersWhileReading(timed);
        assertThat(orders.count(504)).isEqualTo(orders.sent());
    }

    @Test
    @Order(3)
    void guardedAnswersAtOnce() throws Exception {
        LoadResult orders = ordersWhileReading(guarded);
        assertThat(orders.count(504)).as("熔断器断开之前").isPositive();
        assertThat(orders.count(503)).as("断开之后").isPositive().isEqualTo(orders.sent() - orders.count(504));
        // By now the breaker is open: the answer does not wait for payment.
        assertThat(Http.placeOrder(guarded.uri("").toString()).statusCode()).isEqualTo(503);
        assertThat(booksAnswered(guarded)).isTrue();
    }

    @Test
    @Order(4)
    void deadIsBetterThanSlow() throws Exception {
        assertThat(booksAnswered(naive)).as("还在等").isFalse();
        payment.kill(); // the connections break, the threads are free
        assertThat(waiting.await().count(504)).isEqualTo(8);
        assertThat(booksAnswered(naive)).isTrue();
        Recording.checkVerbatim("avalanche.txt", new Table("订单服务", "查书", "下单")
                .row("没有超时", "没有答复", "没有答复")
                .row("没有超时，支付进程被杀", "200", "504")
                .row("等支付最多 500 毫秒", "200", "504")
                .row("加上重试预算、并发上限、熔断", "200", "503，请稍后再试").toString());
    }

    private static LoadResult ordersWhileReading(BootProcess shop) throws Exception {
        try (Load.Running customers = Load.of(n -> Http.order(shop.uri("").toString()), 32, 8, Duration.ofSeconds(60))
                .start()) {
            assertThat(booksAnswered(shop)).isTrue();
            LoadResult result = customers.await();
            assertThat(result.answered()).isEqualTo(32);
            return result;
        }
    }
}
