package com.example.book.parts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of a load.
 *
 * @param statuses answers by status
 * @param failures requests without an answer, by the exception's simple name (such as {@code ConnectException})
 * @param latencies of the answers, the shortest first
 * @param time from the first request to the last answer
 */
public record LoadResult(SortedMap<Integer, Integer> statuses, SortedMap<String, Integer> failures,
        List<Duration> latencies, Duration time) {

    /** How many requests were sent. */
    public int sent() {
        return answered() + failures.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many were answered, whatever the status. */
    public int answered() {
        return latencies.size();
    }

    /** How many were answered with a status. */
    public int count(int status) {
        return statuses.getOrDefault(status, 0);
    }

    /**
     * The latency that a share of the answers did not exceed.
     *
     * @param percent more than 0, at most 100
     * @throws IllegalStateException when nothing was answered
     */
    public Duration percentile(double percent) {
        if (percent <= 0 || percent > 100) {
            throw new IllegalArgumentException("百分位要大于 0、不超过 100，不是 " + percent);
        }
        if (latencies.isEmpty()) {
            throw new IllegalStateException("没有一个请求得到回答：" + failures);
        }
        return latencies.get((int) Math.ceil(percent / 100 * latencies.size()) - 1);
    }

    /** Answers per second. */
    public double throughput() {
        return answered() * 1e9 / time.toNanos();
    }

    /** Counts for several clients. */
    static final class Counter {

        private final SortedMap<Integer, Integer> statuses = new TreeMap<>();
        private final SortedMap<String, Integer> failures = new TreeMap<>();
        private final List<Duration> latencies = new ArrayList<>();
        private int done;

        /** @param nanos from sending to the end of the answer */
        synchronized void answered(int status, long nanos) {
            statuses.merge(status, 1, Integer::sum);
            latencies.add(Duration.ofNanos(nanos));
            done++;
        }

        synchronized void failed(Exception reason) {
            failures.merge(reason.getClass().getSimpleName(), 1, Integer::sum);
            done++;
        }

        synchronized int done() {
            return done;
        }

        synchronized LoadResult result(Duration time) {
            List<Duration> sorted = new ArrayList<>(latencies);
            Collections.sort(sorted);
            return new LoadResult(Collections.unmodifiableSortedMap(new TreeMap<>(statuses)),
                    Collections.unmodifiableSortedMap(new TreeMap<>(failures)), List.copyOf(sorted), time);
        }
    }
}
