package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.bookstore.coupon.CouponRefusedException;
import com.example.bookstore.orders.NewOrder;
import com.example.bookstore.orders.Order;
import com.example.bookstore.orders.OrderState;
import com.example.bookstore.orders.UnknownBookException;
import com.example.bookstore.stock.OutOfStockException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("下单")
class CheckoutTests extends RunningStore {

    @Autowired
    private TransactionTemplate transaction;

    private static String key() {
        return UUID.randomUUID().toString();
    }

    @Test
    @DisplayName("占住库存，记下价格与合计")
    void reserves() {
        String isbn = newBook("23.00", 5);
        Order order = orders.find(place("li", isbn, 2)).orElseThrow();
        assertThat(order.state()).isEqualTo(OrderState.PENDING);
        assertThat(order.total()).isEqualTo(new BigDecimal("46.00"));
        assertThat(level(isbn)).extracting("available", "reserved", "sold").containsExactly(3, 2, 0);
    }

    @Test
    @DisplayName("改了价，老订单的价格不变")
    void priceOfThatDay() {
        String isbn = newBook("23.00", 5);
        long id = place("li", isbn, 1);
        jdbc.sql("update book set price = 30 where isbn = ?").param(isbn).update();
        assertThat(orders.find(id).orElseThrow().lines().getFirst().price()).isEqualTo(new BigDecimal("23.00"));
    }

    @Test
    @DisplayName("同一个编号来两次，还是那一张订单")
    void sameKey() {
        String isbn = newBook("23.00", 5);
        NewOrder order = new NewOrder("li", key(), Map.of(isbn, 1), null);
        assertThat(checkout.place(order)).isEqualTo(checkout.place(order));
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @Test
    @DisplayName("同一个编号二十个请求同时来，一张订单，占一本书")
    void sameKeyTogether() {
        String isbn = newBook("23.00", 50);
        NewOrder order = new NewOrder("li", key(), Map.of(isbn, 1), null);
        List<Long> ids = together(20, () -> checkout.place(order));
        assertThat(ids.stream().distinct()).hasSize(1);
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @Test
    @DisplayName("同一个编号，第一个请求没有做成：第二个一直等着，然后由它下成订单")
    void sameKeyFirstFails() {
        String isbn = newBook("23.00", 5);
        NewOrder order = new NewOrder("li", key(), Map.of(isbn, 1), null);
        AtomicBoolean failed = new AtomicBoolean();
        steps.at("checkout.before-commit", () -> {
            if (failed.compareAndSet(false, true)) {
                Place.await(() -> jdbc.sql("""
                        select count(*) from pg_stat_activity where application_name = ? and wait_event_type = 'Lock'
                          and query like '%insert into orders%'""").param(place().schema()).query(Long.class).single() == 1);
                throw new IllegalStateException("第一个没有做成");
            }
        });
        List<Object> answers = together(2, () -> {
            try {
                return checkout.place(order);
            }
            catch (IllegalStateException ex) {
                return ex.getMessage();
            }
        });
        assertThat(answers).contains("第一个没有做成");
        assertThat(checkout.placed("li", order.key())).isPresent().get().isIn(answers);
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @Test
    @DisplayName("同一个编号，内容不同：还是第一张订单，后来的内容不算")
    void sameKeyOtherItems() {
        String isbn = newBook("23.00", 5);
        String key = key();
        long first = checkout.place(new NewOrder("li", key, Map.of(isbn, 1), null));
        assertThat(checkout.place(new NewOrder("li", key, Map.of(isbn, 4), null))).isEqualTo(first);
        assertThat(level(isbn).reserved()).isEqualTo(1);
        assertThatThrownBy(() -> checkout.place(new NewOrder("li", key, Map.of("nope", 1), null)))
                .as("没有这本书，就不看编号了").isInstanceOf(UnknownBookException.class);
    }

    @Test
    @DisplayName("不像编号的，没有下过单；零字符也不让数据库报错")
    void noKey() {
        assertThat(checkout.placed("li", "")).isEmpty();
        assertThat(checkout.placed("li", "\u0000")).isEmpty();
    }

    @Test
    @DisplayName("别人用了同一个编号，是他自己的订单")
    void keyOfAnother() {
        String isbn = newBook("23.00", 5);
        String key = key();
        assertThat(checkout.place(new NewOrder("li", key, Map.of(isbn, 1), null)))
                .isNotEqualTo(checkout.place(new NewOrder("wang", key, Map.of(isbn, 1), null)));
    }

    @Test
    @DisplayName("有一本不够，或者提交之前出错：订单没有，书没有占，券没有用掉")
    void allOrNothing() {
        // 先占够的那一本，再发现另一本不够
        List<String> isbns = Stream.generate(() -> newBook("23.00", 1)).limit(2).sorted().toList();
        String enough = isbns.getFirst();
        String few = isbns.getLast();
        long before = jdbc.sql("select count(*) from orders").query(Long.class).single();
        assertThatThrownBy(() -> checkout.place(new NewOrder("li", key(), Map.of(enough, 1, few, 2), null)))
                .isInstanceOf(OutOfStockException.class).hasMessage("库存不够：" + few);
        assertThat(level(enough).reserved()).isZero();
        // 三样都写了，提交之前出错
        String coupon = "A" + enough;
        newCoupon(coupon, 10, "1.00");
        steps.at("checkout.before-commit", () -> {
            assertThat(unused(coupon)).isFalse();
            throw new IllegalStateException("没有做成");
        });
        assertThatThrownBy(() -> checkout.place(new NewOrder("li", key(), Map.of(enough, 1), coupon)))
                .hasMessage("没有做成");
        assertThat(level(enough).reserved()).isZero();
        assertThat(unused(coupon)).isTrue();
        assertThat(jdbc.sql("select count(*) from orders").query(Long.class).single()).isEqualTo(before);
    }

    private boolean unused(String coupon) {
        return jdbc.sql("select order_id is null from coupon where code = ?").param(coupon).query(Boolean.class).single();
    }

    @Test
    void unknownBook() {
        assertThatThrownBy(() -> place("li", "nope", 1)).isInstanceOf(UnknownBookException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 100, Integer.MAX_VALUE})
    void quantity(int quantity) {
        assertThatThrownBy(() -> place("li", Place.THREE_BODY, quantity)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("优惠券：折扣记在订单上，也分到了每一行")
    void coupon() {
        String isbn = newBook("19.90", 9);
        String other = newBook("39.80", 9);
        newCoupon("C" + isbn, 15, "50.00");
        Order order = orders.find(checkout.place(new NewOrder("li", key(), Map.of(isbn, 1, other, 1), "C" + isbn)))
                .orElseThrow();
        assertThat(order.discount()).isEqualTo(new BigDecimal("8.96"));
        assertThat(order.lines().stream().map(Order.Line::discount).reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualTo(new BigDecimal("8.96"));
        assertThat(order.total()).isEqualTo(new BigDecimal("50.74"));
    }

    @Test
    @DisplayName("一张券二十个人同时用，一个人用上，别人的订单没有下成")
    void couponTogether() {
        String isbn = newBook("23.00", 50);
        newCoupon("D" + isbn, 10, "1.00");
        List<Boolean> buyers = together(20, () -> {
            try {
                checkout.place(new NewOrder("li", key(), Map.of(isbn, 1), "D" + isbn));
                return true;
            }
            catch (CouponRefusedException ex) {
                return false;
            }
        });
        assertThat(buyers.stream().filter(bought -> bought)).hasSize(1);
        assertThat(level(isbn).reserved()).isEqualTo(1);
    }

    @Test
    @DisplayName("不够门槛、没有这张券")
    void couponRefused() {
        String isbn = newBook("23.00", 5);
        newCoupon("E" + isbn, 10, "100.00");
        for (String code : List.of("E" + isbn, "nope")) {
            assertThatThrownBy(() -> checkout.place(new NewOrder("li", key(), Map.of(isbn, 1), code)))
                    .isInstanceOf(CouponRefusedException.class);
        }
    }

    @Test
    @DisplayName("一分钱的书打五折，折扣四舍五入是一分：券用不了，不是 500")
    void couponTakesAll() {
        String isbn = newBook("0.01", 5);
        newCoupon("F" + isbn, 50, "0.01");
        assertThatThrownBy(() -> checkout.place(new NewOrder("li", key(), Map.of(isbn, 1), "F" + isbn)))
                .isInstanceOf(CouponRefusedException.class);
        assertThat(level(isbn).reserved()).isZero();
    }

    @Test
    @DisplayName("按 ISBN 的顺序占：第四本被别人占着，前三本占住了，后面的还没有动；六十张订单同时来，不会死锁")
    void noDeadlock() throws Exception {
        List<String> isbns = Stream.generate(() -> newBook("23.00", 200)).limit(8).sorted().toList();
        Map<String, Integer> all = isbns.stream().collect(Collectors.toMap(isbn -> isbn, isbn -> 1));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> order = transaction.execute(status -> {
                status.setRollbackOnly();
                stock.reserve(isbns.get(3), 1);
                Future<Long> waiting = threads.submit(() -> checkout.place(new NewOrder("li", key(), all, null)));
                Place.await(() -> jdbc.sql("""
                        select count(*) from pg_stat_activity where application_name = ? and wait_event_type = 'Lock'
                          and query like '%update stock%'""").param(place().schema()).query(Long.class).single() == 1);
                assertThat(jdbc.sql("select isbn from stock where isbn in (:isbns) for update skip locked")
                        .param("isbns", isbns).query(String.class).list())
                        .containsExactlyInAnyOrderElementsOf(isbns.subList(3, 8));
                return waiting;
            });
            assertThat(order.get()).isPositive();
        }
        Map<String, Integer> items = Map.of(isbns.getFirst(), 1, isbns.getLast(), 1);
        List<Long> ids = together(60, () -> checkout.place(new NewOrder("li", key(), items, null)));
        assertThat(ids.stream().distinct()).hasSize(60);
    }

    @Test
    @DisplayName("数据库排字的规则与 Java 不同，取消与付款也按下单的顺序去改库存")
    void linesInTheOrderOfCheckout() {
        transaction.executeWithoutResult(status -> {
            // 像 en_US 那样，先不看连字符。
            jdbc.sql("create collation loose (provider = icu, locale = 'und-u-ka-shifted')").update();
            jdbc.sql("alter table order_line alter isbn type varchar(13) collate loose").update();
            for (String isbn : List.of("1-2", "11")) {
                jdbc.sql("insert into book values (?, '书', 23)").param(isbn).update();
                jdbc.sql("insert into stock values (?, 5, 5, 0, 0)").param(isbn).update();
            }
            long id = place("li", "11", 1);
            jdbc.sql("insert into order_line select order_id, '1-2', quantity, price, discount from order_line where order_id = ?")
                    .param(id).update();
            assertThat(orders.find(id).orElseThrow().lines()).extracting(Order.Line::isbn).containsExactly("1-2", "11");
            status.setRollbackOnly();
        });
    }

    @Test
    @DisplayName("不排顺序：两个事务各占一本，再要对方的那本，就死锁了")
    void deadlock() {
        String one = newBook("23.00", 200);
        String two = newBook("23.00", 200);
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        List<List<String>> sides = List.of(List.of(one, two), List.of(two, one));
        java.util.concurrent.atomic.AtomicInteger side = new java.util.concurrent.atomic.AtomicInteger();
        List<Throwable> results = together(2, () -> {
            List<String> mine = sides.get(side.getAndIncrement());
            return catchThrowable(() -> transaction.executeWithoutResult(status -> {
                stock.reserve(mine.getFirst(), 1);
                try {
                    bothHoldOne.await();
                }
                catch (Exception ex) {
                    throw new IllegalStateException(ex);
                }
                stock.reserve(mine.getLast(), 1);
                status.setRollbackOnly(); // 没有订单，不留下占着的书
            }));
        });
        List<Throwable> thrown = results.stream().flatMap(Stream::ofNullable).toList();
        assertThat(thrown).singleElement().isInstanceOf(PessimisticLockingFailureException.class);
        Recording.check("deadlock.txt", thrown.getFirst().getCause().toString()
                .replaceAll("Process \\d+ waits for ShareLock on transaction \\d+; blocked by process \\d+",
                        "Process … waits for ShareLock on transaction …; blocked by process …")
                .replaceAll("tuple \\(\\d+,\\d+\\)", "tuple (…)"));
    }

    @Test
    @DisplayName("多放回一次：数据库的约束不答应")
    void releasedTwice() {
        String isbn = newBook("23.00", 5);
        Throwable thrown = catchThrowable(() -> transaction.executeWithoutResult(status -> stock.release(isbn, 1)));
        assertThat(thrown).isInstanceOf(DataIntegrityViolationException.class);
        Recording.check("check-constraint.txt", thrown.getCause().getMessage().replace(isbn, "9787536692930"));
    }
}
