package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.orders.OrderState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("没有人付款的订单")
class UnpaidTests extends RunningStore {

    @Autowired
    private TransactionTemplate transaction;

    @Test
    @DisplayName("十四分钟不动，十五分钟取消：书放回去，券还给顾客，还能再用")
    void fifteenMinutes() {
        String isbn = newBook("23.00", 3);
        String coupon = "U" + isbn;
        newCoupon(coupon, 10, "1.00");
        long id = checkout.place(new NewOrder("li", UUID.randomUUID().toString(), Map.of(isbn, 2), coupon));
        Table table = new Table("时间", "订单", "可卖", "占着", "券");
        row(table, "下单之后", id, isbn, coupon);
        clock.forward(Duration.ofMinutes(14));
        orders.cancelUnpaid();
        row(table, "过了 14 分钟", id, isbn, coupon);
        clock.forward(Duration.ofMinutes(1));
        orders.cancelUnpaid();
        row(table, "过了 15 分钟", id, isbn, coupon);
        orders.cancelUnpaid();
        row(table, "再查一遍", id, isbn, coupon);
        Recording.check("unpaid.txt", table.toString());
        assertThat(checkout.place(new NewOrder("wang", UUID.randomUUID().toString(), Map.of(isbn, 1), coupon))).isPositive();
        balanced();
    }

    private void row(Table table, String time, long id, String isbn, String coupon) {
        boolean free = jdbc.sql("select order_id is null from coupon where code = ?").param(coupon).query(Boolean.class)
                .single();
        table.row(time, state(id).label(), level(isbn).available(), level(isbn).reserved(), free ? "可用" : "用着");
    }

    @Test
    @DisplayName("一张取消不成，写一条错误日志，不耽误后面的")
    void oneFails() {
        String broken = newBook("23.00", 3);
        long first = place("li", broken, 1);
        long second = place("li", newBook("23.00", 3), 1);
        jdbc.sql("update stock set available = 3, reserved = 0 where isbn = ?").param(broken).update();
        assertThat(Logged.by("orders.Orders", () -> {
            clock.forward(Duration.ofMinutes(15));
            orders.cancelUnpaid();
        })).contains("ERROR 订单 " + first + " 没有取消成，下次再来");
        assertThat(state(first)).isEqualTo(OrderState.PENDING);
        assertThat(state(second)).isEqualTo(OrderState.CANCELLED);
        jdbc.sql("update stock set available = 2, reserved = 1 where isbn = ?").param(broken).update();
        orders.cancelUnpaid();
        assertThat(state(first)).isEqualTo(OrderState.CANCELLED);
        balanced();
    }

    @Test
    @DisplayName("取消到一半断了数据库：什么也没有改，下一遍再取消，书和券只放回去一次")
    void cutOffWhileCancelling() throws InterruptedException {
        String isbn = newBook("23.00", 3);
        String coupon = "V" + isbn;
        newCoupon(coupon, 10, "1.00");
        long id = checkout.place(new NewOrder("li", UUID.randomUUID().toString(), Map.of(isbn, 2), coupon));
        clock.forward(Duration.ofMinutes(15));
        Thread cancelling = Thread.ofVirtual().unstarted(orders::cancelUnpaid);
        transaction.executeWithoutResult(status -> {
            jdbc.sql("select 1 from stock where isbn = ? for update").param(isbn).query(Integer.class).single();
            cancelling.start();
            Place.await(() -> place().jdbc().sql("""
                    select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = ?
                      and wait_event_type = 'Lock' and query like 'update stock%'""").param(place().schema())
                    .query(Integer.class).single() > 0);
        });
        cancelling.join();
        assertThat(state(id)).isEqualTo(OrderState.PENDING);
        assertThat(level(isbn)).extracting("available", "reserved").containsExactly(1, 2);
        orders.cancelUnpaid();
        orders.cancelUnpaid();
        assertThat(state(id)).isEqualTo(OrderState.CANCELLED);
        assertThat(level(isbn)).extracting("available", "reserved").containsExactly(3, 0);
        assertThat(jdbc.sql("select order_id is null from coupon where code = ?").param(coupon).query(Boolean.class)
                .single()).isTrue();
        balanced();
    }

    @Test
    @DisplayName("两百张取消不成，后面的照样取消，就在这一遍里")
    void twoHundredFail() {
        String broken = newBook("23.00", 200);
        List<Long> failing = IntStream.range(0, 200).mapToObj(i -> place("li", broken, 1)).toList();
        long behind = place("li", newBook("23.00", 3), 1);
        jdbc.sql("update stock set available = 200, reserved = 0 where isbn = ?").param(broken).update();
        clock.forward(Duration.ofMinutes(15));
        orders.cancelUnpaid();
        assertThat(failing).allMatch(id -> state(id) == OrderState.PENDING);
        assertThat(state(behind)).isEqualTo(OrderState.CANCELLED);
        jdbc.sql("update stock set available = 0, reserved = 200 where isbn = ?").param(broken).update();
        orders.cancelUnpaid();
        assertThat(failing).allMatch(id -> state(id) == OrderState.CANCELLED);
        balanced();
    }

    @Test
    @DisplayName("付款与取消同时来，三十次：不是付了就是取消了，钱与书都对得上")
    void paymentAndCancelTogether() throws InterruptedException {
        String isbn = newBook("23.00", 30);
        List<Long> ids = IntStream.range(0, 30).mapToObj(i -> charged(isbn)).toList();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long id : ids) {
                threads.submit(() -> {
                    start.await();
                    place().pay(id, "normal");
                    return null;
                });
                threads.submit(() -> {
                    start.await();
                    return orders.cancel(id);
                });
            }
            start.countDown();
        }
        for (long id : ids) {
            Place.await(() -> state(id) == OrderState.SHIPPED && paymentState(id).equals("ACCEPTED")
                    || state(id) == OrderState.CANCELLED && paymentState(id).equals("REFUNDED"));
        }
        assertThat(level(isbn).reserved()).isZero();
        assertThat(level(isbn).sold()).isEqualTo((int) ids.stream().filter(id -> state(id) == OrderState.SHIPPED).count());
        balanced();
    }
}
