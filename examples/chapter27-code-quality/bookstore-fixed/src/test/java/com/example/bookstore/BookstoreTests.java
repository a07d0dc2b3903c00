package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 修好之后的测试：工具找到的每一处都有一条断言。 */
class BookstoreTests {

    private final Catalog catalog = new Catalog();

    @Test
    void labelsABook() {
        assertThat(new CatalogController(catalog).label("9787302423287"))
                .isEqualTo("Java 并发编程，79.00 元");
    }

    @Test
    void unknownBook() {
        assertThatExceptionOfType(NoSuchBookException.class)
                .isThrownBy(() -> catalog.label("0"))
                .withMessageContaining("0");
    }

    @Test
    void numbersAnOrder() {
        assertThat(OrderNumber.of(LocalDate.of(2026, 6, 1), 7)).isEqualTo("20260601-0007");
        assertThat(OrderNumber.of(LocalDate.of(2026, 12, 31), 7)).isEqualTo("20261231-0007");
    }

    @Test
    void limitsAPurchase() {
        PurchaseLimit limit = new PurchaseLimit();
        assertThat(limit.allows(6)).isFalse();
        assertThat(limit.refused()).isEqualTo(1);
        assertThat(limit.allows(5)).isTrue();
        assertThat(limit.refused()).isEqualTo(1);
    }

    @Test
    void postageForTwo() {
        assertThat(Postage.of(2)).isEqualTo("0.2 元");
        assertThat(Postage.of(3)).isEqualTo("0.3 元");
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
        ReceiptSender sender = new ReceiptSender();
        new Receipts(sender).sendAll(List.of("A", "B"));
        assertThat(sender.sent()).hasSize(2);
    }

    @Test
    void refundsWithinAWeek() {
        assertThat(Refund.of(new BigDecimal("79.99"), 7)).isEqualByComparingTo("79.99");
    }

    @Test
    void refundsHalfLater() {
        assertThat(Refund.of(new BigDecimal("79.99"), 8)).isEqualByComparingTo("40.00");
        assertThat(Refund.of(new BigDecimal("79"), 8)).isEqualByComparingTo("39.50");
    }

    @Test
    void freeShipping() {
        assertThat(FreeShipping.appliesTo(new BigDecimal("150.00"))).isTrue();
        assertThat(FreeShipping.appliesTo(new BigDecimal("99.00"))).isTrue();
        assertThat(FreeShipping.appliesTo(new BigDecimal("98.99"))).isFalse();
    }

    @Test
    void notes() {
        assertThat(Note.of(" 请包书皮 ")).isEqualTo("请包书皮");
        assertThat(Note.of(null)).isEqualTo("（没有留言）");
    }
}
