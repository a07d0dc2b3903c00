package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Several Maven repositories in one local server, each under its own path; remembers who was asked for what. */
final class Repositories implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<String, String> locks = new ConcurrentHashMap<>();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    Repositories() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Puts a POM without content into a repository. */
    Repositories publish(String repository, String groupId, String artifactId) {
        files.put("/%1$s/%2$s/%3$s/1.0.0/%3$s-1.0.0.pom"
                .formatted(repository, groupId.replace('.', '/'), artifactId), """
                <project><modelVersion>4.0.0</modelVersion><groupId>%s</groupId>
                <artifactId>%s</artifactId><version>1.0.0</version><packaging>pom</packaging></project>
                """.formatted(groupId, artifactId).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Puts a file into a repository. */
    Repositories publish(String repository, String path, byte[] content) {
        files.put("/" + repository + "/" + path, content);
        return this;
    }

    /** From now on a repository answers 401 to who does not send this name and password. */
    Repositories lock(String repository, String username, String password) {
        locks.put(repository, "Basic " + Base64.getEncoder()
                .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    /** Answers for a file that contains {@code name}, in order: {@code company 404 → mirror 200}. */
    String asked(String name) {
        synchronized (requests) {
            return String.join(" → ", requests.stream().filter(request -> request.contains(name))
                    .map(request -> request.replaceFirst("^/([^/]+)/\\S+ (\\d+)$", "$1 $2")).toList());
        }
    }

    /** Paths asked for, with the status of the answer, checksums left out. */
    List<String> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String lock = locks.get(path.split("/")[1]);
        boolean refused = lock != null && !lock.equals(exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] file = refused ? null : files.get(path);
        int status = refused ? 401 : file == null ? 404 : 200;
        if (!path.matches(".*\\.(sha1|md5|sha256|sha512)$")) {
            requests.add(path + " " + status);
        }
        try (exchange) {
            boolean body = file != null && !exchange.getRequestMethod().equals("HEAD");
            if (refused) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"company\"");
            }
            exchange.sendResponseHeaders(status, body ? file.length : -1);
            if (body) {
                exchange.getResponseBody().write(file);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
