package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** 每位顾客能用的 token。 */
public class Tokens {

    private final long limit;
    private final long perAnswer;
    private final Map<String, Long> used = new ConcurrentHashMap<>();

    /** @param perAnswer 一次回答最多用多少 */
    public Tokens(long limit, long perAnswer) {
        this.limit = limit;
        this.perAnswer = perAnswer;
    }

    // region ask
    /**
     * 问一次模型。
     *
     * @param model 问模型，返回用了多少 token
     * @return 问了没有
     */
    public boolean ask(String customer, LongSupplier model) {
        AtomicBoolean reserved = new AtomicBoolean();
        // 检查与预留是同一步，别人插不进来
        used.compute(customer, (name, before) -> {
            long now = before == null ? 0 : before;
            reserved.set(now + perAnswer <= limit);
            return reserved.get() ? Long.valueOf(now + perAnswer) : before;
        });
        if (!reserved.get()) {
            return false;
        }
        long tokens = perAnswer;
        try {
            tokens = model.getAsLong();
        }
        finally {
            // 失败的也付了钱，不知道多少，就按预留的算
            used.merge(customer, tokens - perAnswer, Long::sum);
        }
        return true;
    }
    // endregion ask

    public long used(String customer) {
        return used.getOrDefault(customer, 0L);
    }
}
