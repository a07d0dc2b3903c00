package com.example.tool;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

import com.sun.net.httpserver.HttpServer;

/** The smallest application that the tool can start; with a third argument it is ready only when it is first asked. */
final class Answering {

    private Answering() {
    }

    public static void main(String[] args) throws IOException {
        if (args.length > 1 && args[1].matches("\\d+")) {
            System.out.println("起不来");
            System.exit(Integer.parseInt(args[1]));
        }
        byte[] answer = (args.length > 1 ? args[1] : "ok").getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
        AtomicBoolean asked = new AtomicBoolean();
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(args.length > 2 && asked.getAndSet(true) ? 503 : 200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("再见 " + System.currentTimeMillis())));
    }
}
