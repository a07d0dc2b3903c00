package com.example.bookstore;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** Patient: every browser window listens to price changes, and goes without saying so. */
public final class PriceAlerts {

    // region sick
    private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();

    void onPriceChange(IntConsumer listener) {
        listeners.add(listener);
    }
    // endregion sick

    // region cured
    /** 监听的人拿到一张回执，走的时候关上它。 */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    Subscription subscribe(IntConsumer listener) {
        listeners.add(listener);
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            // 同一个监听器可能注册过两次：关两次的人，不能把另一次也注销
            if (open.getAndSet(false)) {
                listeners.remove(listener);
            }
        };
    }
    // endregion cured

    void priceChanged(int price) {
        listeners.forEach(listener -> listener.accept(price));
    }

    /** A customer's open window. */
    static final class Window {

        private final byte[] contents = new byte[32 * 1024];

        void show(int price) {
            contents[0] = (byte) price;
        }
    }

    /** @param args {@code cured} to end each subscription */
    public static void main(String[] args) {
        boolean cured = args.length > 0 && args[0].equals("cured");
        PriceAlerts alerts = new PriceAlerts();
        Visits.start("visitor-1", Duration.ofMillis(2), number -> {
            Window window = new Window();
            if (cured) {
                try (Subscription subscription = alerts.subscribe(window::show)) {
                    window.show(1);
                }
            }
            else {
                alerts.onPriceChange(window::show);
            }
        });
    }
}
