package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks the running patient who holds the lock, and compares; then asks the mended class. */
@Timeout(120)
class DiagnosisTest {

    @Test
    void namesTheLineWhereTheHolderStands() throws InterruptedException {
        Till till = new Till();
        for (int i = 0; i < 6; i++) {
            String isbn = "isbn-" + i;
            Thread.ofPlatform().daemon().start(() -> till.price(isbn));
        }
        String holder = null;
        for (int i = 0; i < 500 && holder == null; i++) {
            Thread.sleep(5);
            holder = holder();
        }
        assertThat(holder).as("有人在等，就有人拿着").isNotNull();
        assertThat(Diagnosis.line().equals(holder)).as("你写的是 " + Diagnosis.line() + "，拿着锁的线程不在那里").isTrue();
    }

    private static String holder() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (ThreadInfo waiting : threads.dumpAllThreads(true, true)) {
            if (waiting.getThreadState() != Thread.State.BLOCKED || waiting.getLockOwnerId() < 0) {
                continue;
            }
            ThreadInfo owner = threads.getThreadInfo(waiting.getLockOwnerId(), 50);
            if (owner == null || owner.getThreadState() != Thread.State.TIMED_WAITING) {
                continue;
            }
            for (StackTraceElement frame : owner.getStackTrace()) {
                if (frame.getClassName().equals(Till.class.getName())) {
                    return frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
        }
        return null;
    }

    /**
     * Six books at once: all six are being asked for at the same time, or the barrier breaks for all of them. Their
     * numbers have the same hash code, so that whoever locks a bin of a map makes them wait, too.
     */
    @Test
    void differentBooksDoNotWaitForEachOther() throws Exception {
        CyclicBarrier allAsking = new CyclicBarrier(6);
        Prices prices = new Prices(isbn -> {
            try {
                allAsking.await(10, TimeUnit.SECONDS);
            }
            catch (TimeoutException | BrokenBarrierException ex) {
                throw new IllegalStateException("六本书要同时问", ex);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return 100;
        });
        List<String> books = List.of("AaAaAa", "AaAaBB", "AaBBAa", "AaBBBB", "BBAaAa", "BBAaBB");
        assertThat(together(6, number -> prices.price(books.get(number)))).containsOnly(100);
    }

    @Test
    void oneBookIsAskedForOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Prices prices = new Prices(isbn -> {
            asked.incrementAndGet();
            try {
                Thread.sleep(200);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return 100;
        });
        assertThat(together(8, number -> prices.price("isbn"))).containsOnly(100);
        assertThat(prices.price("isbn")).isEqualTo(100);
        assertThat(asked).as("问到了就记住，后来的人不再问").hasValue(1);
    }

    @Test
    void aFailureIsNotRemembered() {
        AtomicInteger asked = new AtomicInteger();
        Prices prices = new Prices(isbn -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("没有回答");
            }
            return 100;
        });
        assertThatThrownBy(() -> prices.price("isbn")).isInstanceOf(IllegalStateException.class);
        assertThat(prices.price("isbn")).isEqualTo(100);
    }

    /** Who waits for somebody who then fails is told, or asks himself; he does not wait for ever, after an Error neither. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thoseWhoWaitHearOfAFailure(boolean error) throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        Prices prices = new Prices(isbn -> {
            if (asked.incrementAndGet() > 1) {
                return 100;
            }
            try {
                Thread.sleep(500);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            if (error) {
                throw new StackOverflowError("没有回答");
            }
            throw new IllegalStateException("没有回答");
        });
        Queue<Integer> told = new ConcurrentLinkedQueue<>();
        CountDownLatch served = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            Thread.ofPlatform().daemon().start(() -> {
                catchThrowable(() -> told.add(prices.price("isbn")));
                served.countDown();
            });
        }
        assertThat(served.await(20, TimeUnit.SECONDS)).as("第一个人没有问到，等他的人也要有结果").isTrue();
        assertThat(told).as("没有问到价格的，不能当作问到了").allMatch(price -> price == 100);
        assertThat(prices.price("isbn")).isEqualTo(100);
    }

    private interface Visit {
        int price(int number);
    }

    private static List<Integer> together(int customers, Visit visit) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(customers)) {
            List<Future<Integer>> visits = new ArrayList<>();
            for (int i = 0; i < customers; i++) {
                int number = i;
                visits.add(threads.submit(() -> visit.price(number)));
            }
            List<Integer> prices = new ArrayList<>();
            for (Future<Integer> each : visits) {
                prices.add(each.get());
            }
            return prices;
        }
    }
}
