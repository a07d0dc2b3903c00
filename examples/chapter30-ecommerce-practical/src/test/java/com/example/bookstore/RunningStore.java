package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.bookstore.orders.Checkout;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.orders.Orders;
import com.example.bookstore.payment.ProviderClient;
import com.example.bookstore.reconcile.Reconciliation;
import com.example.bookstore.stock.Stock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The whole store on PostgreSQL, Redis and RabbitMQ, started once for all classes that extend this one: they run one
 * after another, and the other classes meanwhile.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.DEFINED_PORT, properties = {
        "bookstore.relay-delay=100ms", "bookstore.expire-delay=1h", "bookstore.reconcile-cron=-",
        "spring.data.redis.timeout=20s"})
@ActiveProfiles("demo")
@Import(Controls.class)
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
@Execution(ExecutionMode.SAME_THREAD)
abstract class RunningStore {

    private static Place place;

    @Autowired
    Checkout checkout;
    @Autowired
    Orders orders;
    @Autowired
    Stock stock;
    @Autowired
    ProviderClient provider;
    @Autowired
    Reconciliation reconciliation;
    @Autowired
    JdbcClient jdbc;
    @Autowired
    Controls.TestClock clock;
    @Autowired
    Controls.Steps steps;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        place().settings().forEach((name, value) -> registry.add(name, () -> value));
        int port = RunningProgram.freePort();
        registry.add("server.port", () -> port);
    }

    static synchronized Place place() {
        if (place == null) {
            place = new Place();
            // 在所有的上下文关闭之后
            SpringApplication.getShutdownHandlers().add(place::close);
        }
        return place;
    }

    @BeforeEach
    @AfterEach
    void noActions() {
        steps.clear();
    }

    long place(String customer, String isbn, int quantity) {
        return checkout.place(new NewOrder(customer, UUID.randomUUID().toString(), Map.of(isbn, quantity), null));
    }

    /** An order of one book with its charge at the provider, not yet paid. */
    long charged(String isbn) {
        long id = place("li", isbn, 1);
        provider.charge(id, orders.find(id).orElseThrow().total());
        return id;
    }

    OrderState state(long id) {
        return orders.find(id).orElseThrow().state();
    }

    String paymentState(long order) {
        return jdbc.sql("select state from payment where order_id = ?").param(order).query(String.class).optional()
                .orElse("没有");
    }

    Stock.Level level(String isbn) {
        return stock.levels().stream().filter(level -> level.isbn().equals(isbn)).findFirst().orElseThrow();
    }

    /** A new book of this test's own. */
    String newBook(String price, int copies) {
        String isbn = "T" + UUID.randomUUID().toString().substring(0, 11);
        jdbc.sql("insert into book values (?, '测试用书', ?::numeric)").params(isbn, price).update();
        jdbc.sql("insert into stock values (?, ?, ?, 0, 0)").params(isbn, copies, copies).update();
        return isbn;
    }

    void newCoupon(String code, int percent, String minAmount) {
        jdbc.sql("insert into coupon (code, percent, min_amount) values (?, ?, ?::numeric)")
                .params(code, percent, minAmount).update();
    }

    /** Runs the same thing in so many threads at the same moment. */
    static <T> List<T> together(int threads, Callable<T> task) {
        return Together.run(threads, task);
    }

    void balanced() {
        assertThat(reconciliation.run().differences()).isEmpty();
    }
}
