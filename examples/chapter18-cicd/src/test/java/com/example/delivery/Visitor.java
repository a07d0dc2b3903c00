package com.example.delivery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** 一位顾客每隔 50 毫秒看一次书的列表，记下从第一次失败到又看得到为止过了多久。 */
final class Visitor implements AutoCloseable {

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final HttpRequest request;
    private final Thread thread;
    private volatile boolean done;
    private int failed;
    private long firstFailure;
    private long goodAgain;

    Visitor(URI page) {
        request = HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(10)).build();
        thread = Thread.ofVirtual().start(this::look);
    }

    private void look() {
        boolean good = true;
        while ((!done || !good) && !Thread.currentThread().isInterrupted()) {
            long asked = System.nanoTime();
            good = isGood();
            if (!good) {
                failed++;
                if (firstFailure == 0) {
                    firstFailure = asked;
                }
                goodAgain = 0;
            }
            else if (firstFailure != 0 && goodAgain == 0) {
                goodAgain = System.nanoTime();
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private boolean isGood() {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        }
        catch (IOException ex) {
            return false;
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** 又看得到了就不再看；之后可以问结果。 */
    Visitor stop() {
        done = true;
        try {
            thread.join();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
        return this;
    }

    int failed() {
        return failed;
    }

    /** 从第一次失败到最后一次失败之后又看得到；一次也没有失败就是零。 */
    Duration downtime() {
        if (failed == 0) {
            return Duration.ZERO;
        }
        if (goodAgain == 0) {
            throw new IllegalStateException("还没有恢复");
        }
        return Duration.ofNanos(goodAgain - firstFailure);
    }

    @Override
    public void close() {
        done = true;
        thread.interrupt();
        client.close();
    }
}
