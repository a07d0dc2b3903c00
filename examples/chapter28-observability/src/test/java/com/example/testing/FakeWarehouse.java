package com.example.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpServer;

/** Answers every request at once, with a status that a test chooses, or not at all. */
public final class FakeWarehouse implements AutoCloseable {

    private final HttpServer server;
    private final List<String> traceparents = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile boolean silent;

    public FakeWarehouse() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String header = exchange.getRequestHeaders().getFirst("traceparent");
            traceparents.add(header == null ? "没有" : header);
            try {
                if (silent) {
                    closed.await();
                }
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void answer(int newStatus) {
        status = newStatus;
        silent = false;
    }

    public void silent() {
        silent = true;
    }

    public List<String> traceparents() {
        return traceparents;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
