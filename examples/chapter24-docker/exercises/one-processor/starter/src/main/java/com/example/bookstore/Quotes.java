package com.example.bookstore;

import java.util.List;
import java.util.function.ToIntFunction;

// region quotes
public class Quotes {

    /** 同时问最多这么多家，再多会被拒绝；几个人一起来问，也算在一起。 */
    public static final int AT_ONCE = 8;

    /** 问每一家供应商的进价，结果的顺序与 suppliers 一样。 */
    public List<Integer> ask(List<String> suppliers, ToIntFunction<String> supplier) {
        return suppliers.parallelStream().map(supplier::applyAsInt).toList();
    }
}
// endregion quotes
