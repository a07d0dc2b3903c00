package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ShippingChecksTest {

    private static int positive(int grams) {
        if (grams < 1) {
            throw new IllegalArgumentException("重量 " + grams);
        }
        return grams;
    }

    @Test
    @DisplayName("对的实现通过，怎样写的都一样")
    void rightOnesPass() {
        assertThatCode(() -> ShippingChecks.check((total, grams) ->
                (positive(grams) - 1) / 1000 * 200L * (total < 9900 ? 1 : 0) + (total < 9900 ? 600 : 0)))
                .doesNotThrowAnyException();
        assertThatCode(() -> ShippingChecks.check((total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 400 + 200L * Math.ceilDiv(grams, 1000);
        })).doesNotThrowAnyException();
        // 异常里写什么、是哪一种 IllegalArgumentException，规则没有说
        assertThatCode(() -> ShippingChecks.check((total, grams) -> {
            if (grams <= 0) {
                throw new NumberFormatException("太轻");
            }
            return total >= 9900 ? 0 : 400 + 200L * Math.ceilDiv(grams, 1000);
        })).doesNotThrowAnyException();
    }

    @TestFactory
    @DisplayName("错的实现都要被发现")
    Stream<DynamicTest> mutants() {
        Map<String, Shipping> mutants = new LinkedHashMap<>();
        mutants.put("超过 99 元才免", (total, grams) -> total > 9900 ? 0 : 600 + (positive(grams) - 1) / 1000 * 200L);
        mutants.put("满 98.99 元就免", (total, grams) -> total >= 9899 && positive(grams) > 0 ? 0
                : 600 + (positive(grams) - 1) / 1000 * 200L);
        mutants.put("正好一公斤也加钱", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600 + grams / 1000 * 200L;
        });
        mutants.put("多一克不加钱", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600 + Math.max(0, grams - 2) / 1000 * 200L;
        });
        mutants.put("不看重量", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600;
        });
        mutants.put("每公斤加 1 元", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600 + (grams - 1) / 1000 * 100L;
        });
        mutants.put("最多加一公斤", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600 + Math.min(1, (grams - 1) / 1000) * 200L;
        });
        mutants.put("重量是零也收", (total, grams) -> {
            positive(grams + 1);
            return total >= 9900 ? 0 : 600 + (grams - 1) / 1000 * 200L;
        });
        mutants.put("免运费时不看重量对不对", (total, grams) -> total >= 9900 ? 0
                : 600 + (positive(grams) - 1) / 1000 * 200L);
        mutants.put("正好 99 元才免", (total, grams) -> total == 9900 && positive(grams) > 0 ? 0
                : 600 + (positive(grams) - 1) / 1000 * 200L);
        mutants.put("每公斤都算首公斤", (total, grams) -> {
            positive(grams);
            return total >= 9900 ? 0 : 600L * Math.ceilDiv(grams, 1000);
        });
        return mutants.entrySet().stream().map(mutant -> DynamicTest.dynamicTest(mutant.getKey(), () ->
                assertThatThrownBy(() -> ShippingChecks.check(mutant.getValue())).isInstanceOf(AssertionError.class)));
    }
}
