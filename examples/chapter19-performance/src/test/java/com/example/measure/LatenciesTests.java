package com.example.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTests {

    /** A hundred requests: this many slow ones of a second each, the others 10 ms. */
    private static List<Duration> hundred(int slow) {
        List<Duration> all = new ArrayList<>(Collections.nCopies(100 - slow, Duration.ofMillis(10)));
        all.addAll(Collections.nCopies(slow, Duration.ofSeconds(1)));
        return all;
    }

    @Test
    void averageLies() {
        Latencies latencies = Latencies.of(hundred(5));
        assertThat(latencies.mean()).isEqualTo(Duration.ofNanos(59_500_000));
        assertThat(hundred(5)).doesNotContain(latencies.mean());
        Recording.checkVerbatim("average.txt", new Table("看什么", "毫秒")
                .row("平均", "59.5")
                .row("P50", latencies.percentile(50).toMillis())
                .row("P95", latencies.percentile(95).toMillis())
                .row("P99", latencies.percentile(99).toMillis())
                .row("最长", latencies.max().toMillis()).toString());
    }

    @Test
    void percentilesCannotBeAveraged() {
        Latencies one = Latencies.of(hundred(0));
        Latencies other = Latencies.of(hundred(2));
        List<Duration> both = new ArrayList<>(hundred(0));
        both.addAll(hundred(2));
        long averaged = (one.percentile(99).toMillis() + other.percentile(99).toMillis()) / 2;
        Recording.checkVerbatim("averaged-percentiles.txt", new Table("P99", "毫秒")
                .row("第一台", one.percentile(99).toMillis())
                .row("第二台", other.percentile(99).toMillis())
                .row("两个 P99 平均", averaged)
                .row("合起来的 P99", Latencies.of(both).percentile(99).toMillis()).toString());
        assertThat(averaged).isEqualTo(505);
        assertThat(Latencies.of(both).percentile(99)).isEqualTo(Duration.ofMillis(10));
    }

    @ParameterizedTest
    @CsvSource({"100,0.001,1", "100,1,1", "100,7,7", "100,50,50", "100,50.5,51", "100,55,55", "100,99,99", "100,99.1,100",
            "100,100,100", "1000,99.9,999", "10000,99.99,9999", "1,50,1"})
    void percentile(int requests, double percent, int millis) {
        List<Duration> slowestFirst = new ArrayList<>();
        for (int i = requests; i >= 1; i--) {
            slowestFirst.add(Duration.ofMillis(i));
        }
        assertThat(Latencies.of(slowestFirst).percentile(percent)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 100.1, Double.NaN})
    void noSuchPercentile(double percent) {
        assertThatIllegalArgumentException().isThrownBy(() -> Latencies.of(hundred(1)).percentile(percent))
                .withMessageContaining("百分位要大于 0、不超过 100");
    }

    @Test
    void nothingMeasured() {
        assertThatIllegalArgumentException().isThrownBy(() -> Latencies.of(List.of()));
    }

    @Test
    void countsLonger() {
        assertThat(Latencies.of(hundred(5)).longerThan(Duration.ofMillis(10))).isEqualTo(5);
        assertThat(Latencies.of(hundred(5)).size()).isEqualTo(100);
    }
}
