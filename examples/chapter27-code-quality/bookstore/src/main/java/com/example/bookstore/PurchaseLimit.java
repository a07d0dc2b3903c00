package com.example.bookstore;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** 限购：一单最多五本，并数出拒绝过几次。 */
public class PurchaseLimit {

    private static final Logger log = LoggerFactory.getLogger(PurchaseLimit.class);
    private static final int MAX = 5;

    private final AtomicInteger refused = new AtomicInteger();

    // region allows
    public boolean allows(int wanted) {
        if (wanted > MAX)
            log.warn("要 {} 本，超过限购", wanted);
            refused.incrementAndGet();
        return wanted <= MAX;
    }

    // endregion allows
    public int refused() {
        return refused.get();
    }
}
