package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
        if (used.getOrDefault(customer, 0L) + perAnswer > limit) {
            return false;
        }
        long tokens = model.getAsLong();
        used.merge(customer, tokens, Long::sum);
        return true;
    }
    // endregion ask

    public long used(String customer) {
        return used.getOrDefault(customer, 0L);
    }
}
