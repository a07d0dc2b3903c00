package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.coupon.Discounts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("钱：算到分，分摊一分不差")
class DiscountsTests {

    private static BigDecimal sum(List<BigDecimal> amounts) {
        return amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<BigDecimal> amounts(String... amounts) {
        return java.util.Arrays.stream(amounts).map(BigDecimal::new).toList();
    }

    @ParameterizedTest(name = "{0} 元减百分之 {1} 是 {2} 元")
    @CsvSource({"100.00, 15, 15.00", "59.70, 15, 8.96", "0.03, 50, 0.02", "0.01, 49, 0.00", "23.00, 10, 2.30"})
    void halfUp(BigDecimal goods, int percent, BigDecimal discount) {
        assertThat(Discounts.percent(goods, percent)).isEqualTo(discount);
    }

    @Test
    @DisplayName("三行各 10 元，减 10 元：3.34、3.33、3.33")
    void thirds() {
        assertThat(Discounts.split(new BigDecimal("10.00"), amounts("10.00", "10.00", "10.00")))
                .containsExactlyInAnyOrderElementsOf(amounts("3.34", "3.33", "3.33"));
    }

    @Test
    @DisplayName("剩下的一分给零头最大的一行：减 1 元，分到 1、2、4 元的三行，第二行舍去的最多")
    void largestRest() {
        assertThat(Discounts.split(new BigDecimal("1.00"), amounts("1.00", "2.00", "4.00")))
                .isEqualTo(amounts("0.14", "0.29", "0.57"));
    }

    @Test
    @DisplayName("随机的一千张订单，各行的折扣加起来正好是总折扣，每一行不超过自己的金额")
    void thousandOrders() {
        Random random = new Random(30);
        for (int order = 0; order < 1000; order++) {
            List<BigDecimal> lines = IntStream.rangeClosed(1, 1 + random.nextInt(8))
                    .mapToObj(i -> BigDecimal.valueOf(1 + random.nextInt(20_000), 2)).toList();
            BigDecimal discount = Discounts.percent(sum(lines), 1 + random.nextInt(99));
            List<BigDecimal> shares = Discounts.split(discount, lines);
            assertThat(sum(shares)).isEqualByComparingTo(discount);
            for (int i = 0; i < lines.size(); i++) {
                assertThat(shares.get(i)).isBetween(BigDecimal.ZERO, lines.get(i));
            }
        }
    }

    @Test
    @DisplayName("每一行各自四舍五入，合计会差几分")
    void roundedLineByLine() {
        List<BigDecimal> lines = amounts("19.90", "19.90", "19.90");
        BigDecimal whole = Discounts.percent(sum(lines), 15);
        List<BigDecimal> single = lines.stream().map(line -> Discounts.percent(line, 15)).toList();
        assertThat(sum(single)).isEqualByComparingTo("8.97");
        Table table = new Table("三本 19.90 元，减 15%", "第一行", "第二行", "第三行", "合计");
        table.row("每行各自四舍五入", single.get(0), single.get(1), single.get(2), sum(single));
        List<BigDecimal> shares = Discounts.split(whole, lines);
        table.row("合计算一次，再分摊", shares.get(0), shares.get(1), shares.get(2), sum(shares));
        Recording.check("cents.txt", table.toString());
    }

    @Test
    @DisplayName("除不尽又不说怎样舍入：ArithmeticException")
    void nonTerminating() {
        BigDecimal share = new BigDecimal("10.00");
        Throwable thrown = catchThrowable(() -> share.divide(new BigDecimal("3")));
        assertThat(thrown).isInstanceOf(ArithmeticException.class);
        Recording.check("non-terminating.txt", thrown.toString());
        assertThat(share.divide(new BigDecimal("3"), 2, RoundingMode.HALF_UP)).isEqualTo(new BigDecimal("3.33"));
    }

    @ParameterizedTest
    @CsvSource({"-0.01, 10.00", "10.01, 10.00", "0.01, 0.00"})
    void refused(BigDecimal discount, BigDecimal line) {
        assertThatThrownBy(() -> Discounts.split(discount, List.of(line))).isInstanceOf(IllegalArgumentException.class);
    }
}
