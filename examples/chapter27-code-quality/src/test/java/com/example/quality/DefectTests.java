package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Catalog;
import com.example.bookstore.FreeShipping;
import com.example.bookstore.Note;
import com.example.bookstore.OrderNumber;
import com.example.bookstore.Postage;
import com.example.bookstore.PurchaseLimit;
import com.example.bookstore.Receipts;
import com.example.bookstore.Refund;
import com.example.bookstore.SalesCounter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.lang.Nullable;
import org.springframework.scheduling.annotation.EnableAsync;

@DisplayName("九个缺陷都是真的：运行起来是这样")
class DefectTests {

    @Configuration
    @EnableAsync
    static class Async {
    }

    @Test
    @DisplayName("年底的订单号写成了明年")
    void newYearsEve() {
        assertThat(OrderNumber.of(LocalDate.of(2026, 12, 31), 1)).isEqualTo("20271231-0001");
    }

    @Test
    @DisplayName("哪几天错，看语言环境：中国与美国一样，德国不同")
    void theWeekYearDependsOnTheLocale() {
        Table table = new Table("日期", "zh_CN", "en_US", "de_DE");
        for (LocalDate day : List.of(LocalDate.of(2026, 12, 26), LocalDate.of(2026, 12, 28), LocalDate.of(2026, 12, 31),
                LocalDate.of(2027, 1, 1))) {
            table.row(day, year(day, Locale.CHINA), year(day, Locale.US), year(day, Locale.GERMANY));
        }
        long wrong = wrongDays(2026, Locale.CHINA);
        // JDK 17 begins a week in China on Sunday, JDK 25 on Monday.
        assertThat(wrong).isBetween(4L, 5L);
        assertThat(wrongDays(2026, Locale.GERMANY)).isZero();
        Recording.checkVerbatim("week-year.txt", table.toString());
    }

    private static String year(LocalDate day, Locale locale) {
        return DateTimeFormatter.ofPattern("YYYY", locale).format(day);
    }

    private static long wrongDays(int year, Locale locale) {
        return LocalDate.of(year, 1, 1).datesUntil(LocalDate.of(year + 1, 1, 1))
                .filter(day -> !year(day, locale).equals(String.valueOf(year))).count();
    }

    @Test
    @DisplayName("目录里没有的书：空指针")
    void unknownBook() {
        Throwable thrown = catchThrowable(() -> new Catalog().label("0"));
        assertThat(thrown).isInstanceOf(NullPointerException.class);
        Recording.check("npe.txt", thrown.toString());
    }

    @Test
    @DisplayName("没有拒绝，也数成了拒绝")
    void countsARefusalThatWasNone() {
        PurchaseLimit limit = new PurchaseLimit();
        assertThat(limit.allows(1)).isTrue();
        assertThat(limit.refused()).isEqualTo(1);
    }

    @Test
    @DisplayName("三本书的邮费有十七位小数")
    void postageForThree() {
        assertThat(Postage.of(3)).isEqualTo("0.30000000000000004 元");
    }

    @Test
    @DisplayName("别人拿着锁，卖书要等，退书却照样改数")
    void takingBackDoesNotWaitForTheLock() throws InterruptedException {
        SalesCounter counter = new SalesCounter();
        Thread seller = new Thread(() -> counter.sell(1));
        Thread returner = new Thread(() -> counter.takeBack(1));
        synchronized (counter) {
            returner.start();
            returner.join(Duration.ofSeconds(30));
            assertThat(returner.isAlive()).isFalse();
            seller.start();
            assertThat(seller.join(Duration.ofMillis(200))).isFalse();
        }
        seller.join();
        assertThat(counter.sold()).isZero();
    }

    @Test
    @DisplayName("收据在调用者的线程里寄，没有异步")
    void receiptsAreSentByTheCaller() {
        try (var context = new AnnotationConfigApplicationContext(Async.class, Receipts.class)) {
            Receipts receipts = context.getBean(Receipts.class);
            receipts.sendAll(List.of("A"));
            assertThat(receipts.sent()).containsExactly("A " + Thread.currentThread().getName());
        }
    }

    @Test
    @DisplayName("八天之后退 79.99 元：一半比分还多一位，抛异常")
    void refundAfterAWeek() {
        Throwable thrown = catchThrowable(() -> Refund.of(new BigDecimal("79.99"), 8));
        assertThat(thrown).isInstanceOf(ArithmeticException.class);
        Recording.check("refund.txt", thrown.toString());
    }

    @Test
    @DisplayName("正好 99 元不包邮")
    void ninetyNineIsNotEnough() {
        assertThat(FreeShipping.appliesTo(new BigDecimal("99.00"))).isFalse();
    }

    @Test
    @DisplayName("Spring 自己的 Nullable 已经过时")
    void springsNullableIsDeprecated() {
        assertThat(Note.of(null)).isNotBlank();
        assertThat(Nullable.class).hasAnnotation(Deprecated.class);
    }
}
