package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

class ArchitectureRulesTest {

    private static boolean holds(ArchRule rule, String bookstore) {
        return !rule.evaluate(new ClassFileImporter().importPackages("com.example." + bookstore)).hasViolation();
    }

    @Test
    void aGoodBookstorePasses() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "good")).isTrue();
        assertThat(holds(ArchitectureRules.featuresAreFreeOfCycles(), "good")).isTrue();
    }

    @Test
    void aFieldOfAnInternalTypeIsCaught() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "leaking"))
                .as("leaking.ordering.OrderService 有一个 catalog.internal 的字段").isFalse();
    }

    @Test
    void aCallOfAnInternalClassIsStillCaught() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "calling"))
                .as("calling.shipping.ShippingService 的方法里直接调用 catalog.internal").isFalse();
    }

    @Test
    void aCycleThroughASubPackageIsCaught() {
        assertThat(holds(ArchitectureRules.featuresAreFreeOfCycles(), "circular"))
                .as("circular.catalog 用 shipping.internal，shipping 又用 catalog").isFalse();
    }

    @Test
    void aSubPackageOfAnotherFeatureIsCaught() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "deep"))
                .as("deep.gifts.wrapping.Wrapping 有一个 catalog.internal.price 的字段").isFalse();
    }

    @Test
    void aSubPackageOfTheSameNameIsCaught() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "namesake"))
                .as("namesake.gifts.catalog 属于礼品，不是目录，它有一个 catalog.internal 的字段").isFalse();
    }

    @Test
    void otherFeaturesAreCaughtToo() {
        assertThat(holds(ArchitectureRules.internalsStayInside(), "unseen"))
                .as("unseen.gifts.GiftService 的方法有一个 catalog.internal 的参数").isFalse();
        assertThat(holds(ArchitectureRules.featuresAreFreeOfCycles(), "unseen"))
                .as("unseen.gifts 用 members.internal，members 又用 gifts").isFalse();
    }
}
