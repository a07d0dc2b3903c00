package com.example.bookstore.warehouse;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** 书架。平时看账本，盘点的时候要一本一本数。 */
@Component
public class Shelf {

    private static final Logger log = LoggerFactory.getLogger(Shelf.class);

    /** 架上摆着的，不管账上还有多少。 */
    private static final int ON_SHELF = 40;

    private final Map<String, Integer> ledger = new ConcurrentHashMap<>();
    private final ObservationRegistry observations;
    private final int stock;
    private final Duration perBook;
    private volatile boolean stocktaking;

    Shelf(ObservationRegistry observations, @Value("${bookstore.stock:1000000}") int stock,
            @Value("${bookstore.time-per-book:20ms}") Duration perBook) {
        this.observations = observations;
        this.stock = stock;
        this.perBook = perBook;
    }

    /** 打开或者关上盘点。 */
    public void stocktaking(boolean on) {
        stocktaking = on;
    }

    /** 留出几本；不够就一本也不留，返回 false。 */
    public boolean reserve(String isbn, int copies) {
        if (stocktaking) {
            count(isbn);
        }
        int[] taken = new int[1];
        ledger.compute(isbn, (key, before) -> {
            int left = before == null ? stock : before;
            taken[0] = Math.min(left, copies) == copies ? copies : 0;
            return left - taken[0];
        });
        return taken[0] == copies;
    }

    // region count
    private void count(String isbn) {
        Observation.createNotStarted("bookstore.shelf.count", observations)
                .contextualName("count shelf") // 追踪里的名字
                .observe(() -> {
                    log.warn("正在盘点，货架上的 {} 本逐本点数，书号 {}", ON_SHELF, isbn);
                    LockSupport.parkNanos(perBook.toNanos() * ON_SHELF);
                });
    }
    // endregion count
}
