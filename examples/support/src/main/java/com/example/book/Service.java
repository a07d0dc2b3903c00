package com.example.book;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A real service that tests talk to; the defaults are those of {@code examples/compose.yaml}. */
public enum Service {

    POSTGRESQL("POSTGRES", 5432),
    MYSQL("MYSQL", 3306),
    REDIS("REDIS", 6379),
    RABBITMQ("RABBITMQ", 5672);

    private final String prefix;
    private final int defaultPort;

    Service(String prefix, int defaultPort) {
        this.prefix = prefix;
        this.defaultPort = defaultPort;
    }

    /** Host from the environment ({@code POSTGRES_HOST}, …), {@code localhost} unless set. */
    public String host() {
        return System.getenv().getOrDefault(prefix + "_HOST", "localhost");
    }

    /** Port from the environment ({@code POSTGRES_PORT}, …), the service's own unless set. */
    public int port() {
        return Integer.parseInt(System.getenv().getOrDefault(prefix + "_PORT", String.valueOf(defaultPort)));
    }

    boolean isReachable() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host(), port()), 1000);
            return true;
        }
        catch (IOException ex) {
            return false;
        }
    }
}
