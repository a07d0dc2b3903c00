package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A server behind the one under test, which counts what reaches it. */
public final class Downstream implements AutoCloseable {

    /** Decides the status; may wait. */
    public interface Answer {
        int status(int number) throws InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> traceparents = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();

    public Downstream(String body, Answer answer) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, body, answer));
        server.start();
    }

    private void answer(HttpExchange exchange, String body, Answer answer) throws IOException {
        int number;
        synchronized (this) {
            paths.add(exchange.getRequestURI().getPath());
            number = paths.size();
        }
        String traceparent = exchange.getRequestHeaders().getFirst("traceparent");
        traceparents.add(traceparent == null ? "没有" : traceparent);
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            int status = answer.status(number);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    public int calls() {
        return paths.size();
    }

    public List<String> paths() {
        return List.copyOf(paths);
    }

    /** The header of each request, in order. */
    public List<String> traceparents() {
        return List.copyOf(traceparents);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
