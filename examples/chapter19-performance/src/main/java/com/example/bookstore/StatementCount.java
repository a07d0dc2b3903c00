package com.example.bookstore;

import org.springframework.stereotype.Component;

/** How many SQL statements the current thread has executed since it was last reset. */
@Component
public class StatementCount {

    // region count
    private final ThreadLocal<Integer> count = ThreadLocal.withInitial(() -> 0);

    void reset() {
        count.remove();
    }

    void increment() {
        count.set(count.get() + 1);
    }

    public int get() {
        return count.get();
    }
    // endregion count
}
