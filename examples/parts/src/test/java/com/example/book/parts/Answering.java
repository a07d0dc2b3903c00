package com.example.book.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.IntUnaryOperator;

import com.sun.net.httpserver.HttpServer;

/** A server in this JVM whose answers are made up; the body is its name. */
final class Answering implements AutoCloseable {

    private final HttpServer server;
    private int asked;

    /** @param status for the number of a request, counted from 0 */
    Answering(String name, IntUnaryOperator status) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = name.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status.applyAsInt(count()), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private synchronized int count() {
        return asked++;
    }

    synchronized int asked() {
        return asked;
    }

    int port() {
        return server.getAddress().getPort();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
