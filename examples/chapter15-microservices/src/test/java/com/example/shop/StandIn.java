package com.example.shop;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Stands in for a service that is called: it answers as the test says, and counts. */
public final class StandIn implements AutoCloseable {

    /** What the real catalog answers for one book. */
    public static final String BOOK = "{\"cents\":2300,\"isbn\":\"9787536692930\",\"title\":\"三体\"}";

    /** Answers one request. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile Answer answer;
    private volatile Pause pause = new Pause(new CountDownLatch(0), Duration.ZERO);
    private volatile Headers lastHeaders = new Headers();
    private volatile String lastPath;

    /** What a request goes through before it is answered; it ends at the latest after so long. */
    private record Pause(CountDownLatch released, Duration longest) {

        private void pass() throws InterruptedException {
            released.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private StandIn(Answer answer) {
        this.answer = answer;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public static StandIn start(Answer answer) {
        return new StandIn(answer);
    }

    /** Answers every request with the same JSON. */
    public static Answer json(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** Sends the body byte by byte. */
    public static Answer dripping(String body, long pauseMillis) {
        return dripping("application/json", body, pauseMillis);
    }

    public static Answer dripping(String type, String body, long pauseMillis) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, bytes.length);
            OutputStream out = exchange.getResponseBody();
            for (byte one : bytes) {
                out.write(one);
                out.flush();
                try {
                    Thread.sleep(pauseMillis);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        arrived.incrementAndGet();
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        lastHeaders = exchange.getRequestHeaders();
        lastPath = exchange.getRequestURI().getPath();
        try (exchange) {
            pause.pass();
            answer.to(exchange);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        finally {
            now.decrementAndGet();
        }
    }

    /** From now on requests arrive and are not answered, until {@link #release}. */
    public void hold() {
        slow(Duration.ofDays(1));
    }

    /** From now on each request is answered after so long, until {@link #release}. */
    public void slow(Duration each) {
        pause = new Pause(new CountDownLatch(1), each);
    }

    /** Answers those that wait, and the next ones at once. */
    public void release() {
        pause.released().countDown();
    }

    public void answer(Answer next) {
        answer = next;
    }

    public int arrived() {
        return arrived.get();
    }

    public void resetArrived() {
        arrived.set(0);
    }

    /** How many are there and have not been answered. */
    public int now() {
        return now.get();
    }

    /** The most that were there at the same time. */
    public int most() {
        return most.get();
    }

    public String lastHeader(String name) {
        return lastHeaders.getFirst(name);
    }

    public String lastPath() {
        return lastPath;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
    }
}
