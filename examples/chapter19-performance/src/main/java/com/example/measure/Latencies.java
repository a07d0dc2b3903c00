package com.example.measure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/** How long requests took, the shortest first. */
public final class Latencies {

    private final long[] nanos;

    private Latencies(long[] nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("没有一个请求，算不出百分位");
        }
        Arrays.sort(nanos);
        this.nanos = nanos;
    }

    public static Latencies of(Collection<Duration> durations) {
        return new Latencies(durations.stream().mapToLong(Duration::toNanos).toArray());
    }

    // region percentile
    /** 有百分之 percent 的请求，用时不超过它。 */
    public Duration percentile(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("百分位要大于 0、不超过 100，不是 " + percent);
        }
        // double 会把 999 算成 999.0000000000001，进一位就数到了第 1000 个，所以用 BigDecimal
        int place = BigDecimal.valueOf(percent).multiply(BigDecimal.valueOf(nanos.length))
                .movePointLeft(2).setScale(0, RoundingMode.CEILING).intValueExact();
        return Duration.ofNanos(nanos[place - 1]);
    }
    // endregion percentile

    public Duration mean() {
        return Duration.ofNanos(Math.round(Arrays.stream(nanos).average().orElseThrow()));
    }

    public Duration max() {
        return percentile(100);
    }

    public int size() {
        return nanos.length;
    }

    /** How many took longer. */
    public int longerThan(Duration limit) {
        return (int) Arrays.stream(nanos).filter(one -> one > limit.toNanos()).count();
    }
}
