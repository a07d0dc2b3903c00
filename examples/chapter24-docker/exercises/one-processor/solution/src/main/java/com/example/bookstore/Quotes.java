package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.ToIntFunction;

// region quotes
public class Quotes {

    /** 同时问最多这么多家，再多会被拒绝；几个人一起来问，也算在一起。 */
    public static final int AT_ONCE = 8;
    private final Semaphore gate = new Semaphore(AT_ONCE);

    /** 问每一家供应商的进价，结果的顺序与 suppliers 一样。 */
    public List<Integer> ask(List<String> suppliers, ToIntFunction<String> supplier) {
        // 等网络的线程数由对方能承受多少决定，与处理器有几个无关
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Integer>> answers = suppliers.stream()
                    .map(name -> threads.submit(() -> {
                        gate.acquire(); // 几个人一起来问，加起来也不超过八家
                        try {
                            return supplier.applyAsInt(name);
                        }
                        finally {
                            gate.release();
                        }
                    })).toList();
            List<Integer> prices = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                prices.add(answer.get());
            }
            return prices;
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException("有一家没有报价", ex.getCause());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("等报价时被打断", ex);
        }
    }
}
// endregion quotes
