package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 书店自己的测试：都通过，覆盖率也不低。 */
class BookstoreTests {

    private final Catalog catalog = new Catalog();

    @Test
    void labelsABook() {
        assertThat(new CatalogController(catalog).label("9787302423287"))
                .isEqualTo("Java 并发编程，79.00 元");
    }

    @Test
    void numbersAnOrder() {
        assertThat(OrderNumber.of(LocalDate.of(2026, 6, 1), 7)).isEqualTo("20260601-0007");
    }

    @Test
    void limitsAPurchase() {
        PurchaseLimit limit = new PurchaseLimit();
        assertThat(limit.allows(6)).isFalse();
        assertThat(limit.refused()).isEqualTo(1);
        assertThat(limit.allows(5)).isTrue();
    }

    @Test
    void postageForTwo() {
        assertThat(Postage.of(2)).isEqualTo("0.2 元");
    }

    @Test
    void countsSales() {
        SalesCounter counter = new SalesCounter();
        counter.sell(3);
        counter.takeBack(1);
        assertThat(counter.sold()).isEqualTo(2);
    }

    @Test
    void sendsReceipts() {
        Receipts receipts = new Receipts();
        receipts.sendAll(List.of("A", "B"));
        assertThat(receipts.sent()).hasSize(2);
    }

    @Test
    void refundsWithinAWeek() {
        assertThat(Refund.of(new BigDecimal("79.99"), 7)).isEqualByComparingTo("79.99");
    }

    // region free-test
    @Test
    void freeShipping() {
        assertThat(FreeShipping.appliesTo(new BigDecimal("150.00"))).isTrue();
        assertThat(FreeShipping.appliesTo(new BigDecimal("20.00"))).isFalse();
    }

    // endregion free-test
    @Test
    void notes() {
        assertThat(Note.of(" 请包书皮 ")).isEqualTo("请包书皮");
        assertThat(Note.of(null)).isEqualTo("（没有留言）");
    }
}
