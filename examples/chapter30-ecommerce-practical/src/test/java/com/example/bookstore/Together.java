package com.example.bookstore;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs the same thing in so many threads at the same moment. */
final class Together {

    private Together() {
    }

    /**
     * What each of them got, in their order.
     *
     * @throws AssertionError when one of them fails: which is the first, and how many failed for which reason
     */
    static <T> List<T> run(int threads, Callable<T> task) {
        List<Future<T>> all;
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            all = IntStream.range(0, threads).mapToObj(i -> executor.submit(() -> {
                start.await();
                return task.call();
            })).toList();
            start.countDown();
        }
        List<Integer> failed = IntStream.range(0, threads)
                .filter(i -> all.get(i).state() != Future.State.SUCCESS).boxed().toList();
        if (!failed.isEmpty()) {
            Map<String, Long> reasons = failed.stream().collect(
                    Collectors.groupingBy(i -> chain(all.get(i).exceptionNow()), TreeMap::new, Collectors.counting()));
            throw new AssertionError("%d 个里有 %d 个出错，最前面的是第 %d 个；原因与个数：%s".formatted(
                    threads, failed.size(), failed.getFirst() + 1, reasons), all.get(failed.getFirst()).exceptionNow());
        }
        return all.stream().map(Future::resultNow).toList();
    }

    /** The exception and what caused it, one after the other. */
    private static String chain(Throwable thrown) {
        return Stream.iterate(thrown, each -> each != null, Throwable::getCause).map(Throwable::toString)
                .collect(Collectors.joining(" <- "));
    }
}
