package com.example.book;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

    /**
     * What a test that needs these services lacks.
     *
     * @return one line, which services do not answer and how to start them; empty if all answer
     */
    static Optional<String> missing(List<Service> services) {
        String names = services.stream()
                .filter(service -> !service.isReachable())
                .map(service -> "%s（%s:%d）".formatted(service, service.host(), service.port()))
                .collect(Collectors.joining("、"));
        return names.isEmpty() ? Optional.empty() : Optional.of("连不上 " + names
                + "：请运行 docker compose -f examples/compose.yaml up -d，或用环境变量指到已有的服务");
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
