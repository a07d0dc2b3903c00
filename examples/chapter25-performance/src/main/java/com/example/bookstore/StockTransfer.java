package com.example.bookstore;

import java.util.concurrent.atomic.AtomicLong;

/** Patient: stock moves between two warehouses, both ways at once. Arguments: {@code cured}, {@code virtual}. */
public final class StockTransfer {

    /** A warehouse; its monitor guards its stock. */
    static final class Warehouse {

        private final int id;
        private int stock = 1_000_000;

        Warehouse(int id) {
            this.id = id;
        }
    }

    private final AtomicLong moves = new AtomicLong();

    // region sick
    void move(Warehouse from, Warehouse to) throws InterruptedException {
        synchronized (from) {
            // 在账本上记一笔
            Thread.sleep(1);
            synchronized (to) { shift(from, to); }
        }
        moves.incrementAndGet();
    }
    // endregion sick

    // region cured
    void moveInOrder(Warehouse from, Warehouse to) throws InterruptedException {
        // 不管往哪边调，都先锁编号小的
        Warehouse first = from.id < to.id ? from : to;
        Warehouse second = first == from ? to : from;
        synchronized (first) {
            Thread.sleep(1);
            synchronized (second) { shift(from, to); }
        }
        moves.incrementAndGet();
    }
    // endregion cured

    /** Called with both monitors held. */
    private static void shift(Warehouse from, Warehouse to) {
        from.stock--;
        to.stock++;
    }

    private void work(Warehouse from, Warehouse to, boolean cured) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (cured) {
                    moveInOrder(from, to);
                }
                else {
                    move(from, to);
                }
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param args any of {@code cured} and {@code virtual} */
    public static void main(String[] args) throws InterruptedException {
        String options = String.join(" ", args);
        boolean cured = options.contains("cured");
        Thread.Builder threads = options.contains("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        StockTransfer transfer = new StockTransfer();
        Warehouse beijing = new Warehouse(1);
        Warehouse shanghai = new Warehouse(2);
        threads.name("transfer-1").start(() -> transfer.work(beijing, shanghai, cured));
        threads.name("transfer-2").start(() -> transfer.work(shanghai, beijing, cured));
        for (long before = 0;;) {
            Thread.sleep(1000);
            long now = transfer.moves.get();
            System.out.println(now > before ? "这一秒有调拨" : "这一秒里一次调拨也没有");
            before = now;
        }
    }
}
