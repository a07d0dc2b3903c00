package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import com.example.bookstore.Canary.Side;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanaryTest {

    private static void record(Canary canary, Side side, int times, boolean failed) {
        for (int i = 0; i < times; i++) {
            canary.record(side, failed);
        }
    }

    private static long onCanary(Canary canary) {
        return IntStream.range(0, 1000).filter(number -> canary.route("customer" + number) == Side.CANARY).count();
    }

    @Test
    @DisplayName("同一位顾客一直在同一边，人数大约是百分之几")
    void sticky() {
        Canary canary = new Canary(10, 20);
        for (int number = 0; number < 200; number++) {
            Side first = canary.route("customer" + number);
            for (int again = 0; again < 20; again++) {
                assertThat(canary.route("customer" + number)).as("customer%d 第一次之后的去处", number).isEqualTo(first);
            }
        }
        assertThat(onCanary(canary)).as("一千人里去新版本的").isBetween(50L, 150L);
        assertThat(onCanary(new Canary(0, 20))).as("一千人里去新版本的").isZero();
        assertThat(onCanary(new Canary(100, 20))).as("一千人里去新版本的").isEqualTo(1000);
        // hashCode 恰好是最小的整数，Math.abs 之后还是负数
        assertThat(new Canary(0, 20).route("polygenelubricants")).as("百分之零，谁也不去").isEqualTo(Side.STABLE);
    }

    @Test
    @DisplayName("新版本的失败率高出 5 个百分点以上：退回，之后没有人再去")
    void turnsBack() {
        Canary canary = new Canary(50, 20);
        assertThat(onCanary(canary)).as("退回之前，一千人里去新版本的").isPositive();
        record(canary, Side.STABLE, 100, false);
        record(canary, Side.CANARY, 18, false);
        record(canary, Side.CANARY, 2, true);
        assertThat(canary.turnedBack()).as("退回了吗").isTrue();
        assertThat(onCanary(canary)).as("退回之后，一千人里还去新版本的").isZero();
    }

    @Test
    @DisplayName("退回之后，还在路上的请求成功了，也不再回去")
    void staysBack() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.CANARY, 20, true);
        record(canary, Side.CANARY, 10_000, false);
        assertThat(canary.turnedBack()).as("退回了吗").isTrue();
    }

    @Test
    @DisplayName("正好高出 5 个百分点：不退")
    void exactlyFive() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.STABLE, 100, false);
        record(canary, Side.CANARY, 95, false);
        record(canary, Side.CANARY, 5, true);
        assertThat(canary.turnedBack()).as("退回了吗").isFalse();
    }

    @ParameterizedTest
    @DisplayName("除不尽的时候，正好高出 5 个百分点：也不退")
    @CsvSource({"7, 10", "20, 23", "9, 12", "22, 25"})
    void exactlyFiveWithoutRounding(int stable, int failed) {
        Canary canary = new Canary(50, 60);
        record(canary, Side.STABLE, 60 - stable, false);
        record(canary, Side.STABLE, stable, true);
        record(canary, Side.CANARY, 60 - failed, false);
        record(canary, Side.CANARY, failed, true);
        assertThat(canary.turnedBack()).as("老版本 60 次失败 %d 次，新版本失败 %d 次，退回了吗", stable, failed).isFalse();
        canary.record(Side.CANARY, true);
        assertThat(canary.turnedBack()).as("新版本又失败一次，退回了吗").isTrue();
    }

    @Test
    @DisplayName("高出 5.1 个百分点：退回")
    void littleMoreThanFive() {
        Canary canary = new Canary(50, 60);
        record(canary, Side.STABLE, 995, false);
        record(canary, Side.STABLE, 5, true);
        record(canary, Side.CANARY, 944, false);
        record(canary, Side.CANARY, 56, true);
        assertThat(canary.turnedBack()).as("千分之五与千分之五十六，退回了吗").isTrue();
    }

    @Test
    @DisplayName("两边一样坏：不是新版本的错")
    void bothFail() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.STABLE, 100, true);
        record(canary, Side.CANARY, 100, true);
        assertThat(canary.turnedBack()).as("退回了吗").isFalse();
    }

    @Test
    @DisplayName("老版本自己出错：不退")
    void stableFails() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.CANARY, 30, false);
        record(canary, Side.STABLE, 100, true);
        assertThat(canary.turnedBack()).as("退回了吗").isFalse();
    }

    @Test
    @DisplayName("老版本好起来，新版本比它高出 5 个百分点以上了：退回")
    void stableRecovers() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.STABLE, 10, true);
        record(canary, Side.CANARY, 20, true);
        assertThat(canary.turnedBack()).as("一样坏的时候，退回了吗").isFalse();
        record(canary, Side.STABLE, 90, false);
        assertThat(canary.turnedBack()).as("老版本只剩百分之十失败，退回了吗").isTrue();
    }

    @Test
    @DisplayName("十万个结果之后，高出 6 个百分点：退回")
    void manyResults() {
        Canary canary = new Canary(50, 100_000);
        record(canary, Side.STABLE, 100_000, false);
        record(canary, Side.CANARY, 94_000, false);
        record(canary, Side.CANARY, 6_000, true);
        assertThat(canary.turnedBack()).as("退回了吗").isTrue();
    }

    @Test
    @DisplayName("老版本的结果再多，也不算新版本的")
    void tooFewBesideManyStable() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.STABLE, 100, false);
        record(canary, Side.CANARY, 19, true);
        assertThat(canary.turnedBack()).as("新版本才 19 个结果，退回了吗").isFalse();
    }

    @Test
    @DisplayName("新版本的结果还太少：不下结论")
    void tooFew() {
        Canary canary = new Canary(50, 20);
        record(canary, Side.CANARY, 19, true);
        assertThat(canary.turnedBack()).as("退回了吗").isFalse();
        canary.record(Side.CANARY, true);
        assertThat(canary.turnedBack()).as("退回了吗").isTrue();
    }
}
