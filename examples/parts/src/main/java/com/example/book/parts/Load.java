package com.example.book.parts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Requests from several clients at once, bounded in number and time, to this machine only. Each client
 * sends its next request when the last one was answered.
 */
public final class Load {

    private static final int MOST_REQUESTS = 100_000;
    private static final int MOST_CLIENTS = 200;
    private static final Duration LONGEST = Duration.ofSeconds(120);

    private final IntFunction<HttpRequest> request;
    private final int requests;
    private final int clients;
    private final Duration limit;

    private Load(IntFunction<HttpRequest> request, int requests, int clients, Duration limit) {
        this.request = request;
        this.requests = inBounds("请求数", requests, MOST_REQUESTS);
        this.clients = inBounds("并发数", clients, MOST_CLIENTS);
        inBounds("秒数", (int) limit.plusMillis(999).toSeconds(), (int) LONGEST.toSeconds());
        this.limit = limit;
    }

    private static int inBounds(String what, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("压测的%s要在 1 到 %d 之间，不是 %d".formatted(what, most, value));
        }
        return value;
    }

    /**
     * The same GET again and again.
     *
     * @param uri at 127.0.0.1
     * @param requests how many at most, 1 to 100 000
     * @param clients how many at the same time, 1 to 200
     * @param limit after which no request is started and none is waited for, at most 120 s
     * @throws IllegalArgumentException when one of them is out of bounds
     */
    public static Load get(URI uri, int requests, int clients, Duration limit) {
        HttpRequest same = HttpRequest.newBuilder(uri).build();
        return of(number -> same, requests, clients, limit);
    }

    /**
     * Like {@link #get}, each request made for its number.
     *
     * @param request for a number from 0; its own timeout is not used
     */
    public static Load of(IntFunction<HttpRequest> request, int requests, int clients, Duration limit) {
        checkLocal(request.apply(0));
        return new Load(request, requests, clients, limit);
    }

    private static HttpRequest checkLocal(HttpRequest request) {
        if (!"127.0.0.1".equals(request.uri().getHost())) {
            throw new IllegalArgumentException("压测只许打 127.0.0.1，不是 " + request.uri());
        }
        return request;
    }

    /** Sends all and waits. */
    public LoadResult run() {
        try (Running running = start()) {
            return running.await();
        }
    }

    /** Starts sending, so that the test can do something meanwhile. */
    public Running start() {
        return new Running();
    }

    /** Requests under way. Closing it stops them. */
    public final class Running implements AutoCloseable {

        private final AtomicInteger next = new AtomicInteger();
        private final LoadResult.Counter counter = new LoadResult.Counter();
        private final long start = System.nanoTime();
        private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limit).build();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private volatile boolean stopped;

        private Running() {
            for (int i = 0; i < clients; i++) {
                threads.submit(this::send);
            }
        }

        private void send() {
            for (int number; !stopped && left().isPositive() && (number = next.getAndIncrement()) < requests;) {
                HttpRequest one = checkLocal(request.apply(number));
                long sent = System.nanoTime();
                try {
                    HttpResponse<Void> response = client.send(HttpRequest.newBuilder(one, (name, value) -> true)
                            .timeout(left()).build(), HttpResponse.BodyHandlers.discarding());
                    counter.answered(response.statusCode(), System.nanoTime() - sent);
                }
                catch (IOException ex) {
                    counter.failed(ex);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        private Duration left() {
            return limit.minusNanos(System.nanoTime() - start);
        }

        /** How many have been answered or have failed so far. */
        public int done() {
            return counter.done();
        }

        /** Waits until all are sent or the time is over. */
        public LoadResult await() {
            threads.close();
            return counter.result(Duration.ofNanos(System.nanoTime() - start));
        }

        /** Starts no further request and waits for the answers under way. */
        public LoadResult stop() {
            stopped = true;
            return await();
        }

        @Override
        public void close() {
            stopped = true;
            threads.close();
            client.close();
        }
    }
}
