package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Patient: a report that loads all sales at once. It dies, the application lives, and the memory is free again. */
public final class SalesReport {

    /** A line of the report. */
    record Sale(byte[] detail) {
    }

    private SalesReport() {
    }

    // region sick
    static int report() {
        // 一次把全年的销售读进内存
        List<Sale> sales = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            sales.add(new Sale(new byte[1024]));
        }
        return sales.size();
    }
    // endregion sick

    // region cured
    static int streamed() {
        // 读一行，加一行，不留下它
        int count = 0;
        for (int i = 0; i < 1_000_000; i++) {
            Sale sale = new Sale(new byte[1024]);
            count += sale.detail().length > 0 ? 1 : 0;
        }
        return count;
    }
    // endregion cured

    /** @param args {@code cured} to read the sales one by one */
    public static void main(String[] args) throws InterruptedException {
        boolean cured = args.length > 0 && args[0].equals("cured");
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            System.out.println("报表有 " + pool.submit(cured ? SalesReport::streamed : SalesReport::report).get() + " 行");
        }
        catch (ExecutionException ex) {
            System.out.println("报表失败：" + ex.getCause());
        }
        // 书店还开着
        Thread.currentThread().join();
    }
}
