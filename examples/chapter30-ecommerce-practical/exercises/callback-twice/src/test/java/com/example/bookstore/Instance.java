package com.example.bookstore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.h2.jdbcx.JdbcConnectionPool;

/** 书店的一个实例，有自己的进程：锁住这个进程里的什么，另一个实例都不知道。 */
final class Instance {

    private static final int THREADS = 10;

    static Process start(String url) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Instance.class.getName(), url)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** 读到一个付款的编号，它的通知就同时来十次。 */
    public static void main(String[] arguments) throws IOException {
        JdbcConnectionPool database = JdbcConnectionPool.create(arguments[0], "sa", "");
        BufferedReader payments = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String payment = payments.readLine(); payment != null; payment = payments.readLine()) {
            try {
                together(database, payment);
                System.out.println("ok");
            }
            catch (Exception ex) {
                System.out.println(ex);
            }
        }
    }

    private static void together(JdbcConnectionPool database, String payment) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> calls = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                Wallet wallet = new Wallet(database);
                calls.add(threads.submit(() -> {
                    start.await();
                    wallet.received(payment, "li", new BigDecimal("50.00"));
                    return null;
                }));
            }
            start.countDown();
        }
        for (Future<?> call : calls) {
            call.get();
        }
    }
}
