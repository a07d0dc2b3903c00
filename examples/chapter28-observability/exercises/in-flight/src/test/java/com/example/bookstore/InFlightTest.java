package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class InFlightTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double value() {
        return registry.get("bookstore.orders.in.flight").gauge().value();
    }

    @Test
    void countsWhatIsBeingProcessed() throws Exception {
        InFlight inFlight = new InFlight(registry);
        assertThat(inFlight.<Double>run(this::value)).isEqualTo(1);
        assertThat(value()).isZero();
    }

    @Test
    void anOrderThatFailsIsOverToo() {
        InFlight inFlight = new InFlight(registry);
        assertThatThrownBy(() -> inFlight.run(() -> {
            throw new IllegalStateException("仓库没有回答");
        })).hasMessage("仓库没有回答");
        assertThat(value()).isZero();
    }

    /** An Error is no Exception. */
    @Test
    void anOrderThatEndsInAnErrorIsOverToo() {
        InFlight inFlight = new InFlight(registry);
        assertThatThrownBy(() -> inFlight.run(() -> {
            throw new StackOverflowError();
        })).isInstanceOf(StackOverflowError.class);
        assertThat(value()).isZero();
    }

    @Test
    void eightCustomersAtOnce() throws Exception {
        InFlight inFlight = new InFlight(registry);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> customers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            customers.add(Thread.ofPlatform().start(() -> {
                try {
                    go.await();
                    for (int n = 0; n < 50_000; n++) {
                        inFlight.run(() -> null);
                    }
                }
                catch (Exception ex) {
                    throw new IllegalStateException(ex);
                }
            }));
        }
        go.countDown();
        for (Thread customer : customers) {
            customer.join();
        }
        assertThat(value()).isZero();
    }

    /** Nobody waits for another: all eight are in it before the first one is over. */
    @Test
    void eightOrdersAreProcessedAtTheSameTime() throws Exception {
        InFlight inFlight = new InFlight(registry);
        CountDownLatch inside = new CountDownLatch(8);
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> customers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            customers.add(Thread.ofPlatform().start(() -> {
                try {
                    inFlight.run(() -> {
                        inside.countDown();
                        over.await();
                        return null;
                    });
                }
                catch (Exception ex) {
                    throw new IllegalStateException(ex);
                }
            }));
        }
        boolean together = inside.await(20, TimeUnit.SECONDS);
        double seen = value();
        over.countDown();
        for (Thread customer : customers) {
            customer.join();
        }
        assertThat(together).as("八张订单同时在处理，没有谁排队").isTrue();
        assertThat(seen).isEqualTo(8);
        assertThat(value()).isZero();
    }

    @Test
    void theGaugeOutlivesTheObject() {
        WeakReference<InFlight> gone = new WeakReference<>(new InFlight(registry));
        for (int i = 0; i < 50 && gone.get() != null; i++) {
            System.gc();
        }
        assertThat(value()).isZero();
    }
}
