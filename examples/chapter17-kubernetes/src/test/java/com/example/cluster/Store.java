package com.example.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.h2.tools.Server;

import com.example.book.Recording;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import com.example.bookstore.BookstoreApplication;
import com.example.slowstart.SlowStartApplication;

/** The book's manifests, and clusters that run them. */
final class Store {

    static final String IMAGE = "registry.example.com/bookstore:";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Store() {
    }

    /** Five of the manifests' seconds pass in one; a change takes four of them to reach the Service. */
    static Cluster cluster() {
        return new Cluster(5, 4)
                .image(IMAGE + "1.0.0", BookstoreApplication.class)
                .image(IMAGE + "1.1.0", BookstoreApplication.class)
                // This version ships, and finds the carrier in a variable that no ConfigMap has.
                .image(IMAGE + "1.2.0", BookstoreApplication.class, "--bookstore.carrier-url=${CARRIER_URL}")
                .image(IMAGE + "0.9.0", SlowStartApplication.class);
    }

    static List<Manifest> base() {
        return Manifest.folder(Recording.module().resolve("k8s/base"));
    }

    /** The text of a manifest. */
    static String read(String file) {
        try {
            return Files.readString(Path.of(Recording.module() + "/k8s/" + file));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String deployment() {
        return read("base/deployment.yaml");
    }

    /** Replaces text that must be there. */
    static String edit(String yaml, String text, String replacement) {
        if (!yaml.contains(text)) {
            throw new IllegalArgumentException("没有 " + text);
        }
        return yaml.replace(text, replacement);
    }

    /** The Deployment's text without one of its regions. */
    static String without(String yaml, String region) {
        String shorter = yaml.replaceAll("(?ms)^ *# region " + region + "$.*?^ *# endregion " + region + "$\\R", "");
        if (shorter.equals(yaml)) {
            throw new IllegalArgumentException("没有 " + region);
        }
        return shorter;
    }

    /** A Deployment of another name with one pod, of which the Service does not know. */
    static String named(String yaml, String name) {
        return edit(edit(edit(yaml, "  name: bookstore\nspec:", "  name: " + name + "\nspec:"),
                "app: bookstore", "app: " + name), "replicas: 2", "replicas: 1");
    }

    /** The text with one more variable, the last: of two of the same name, the last one counts. */
    static String withVariable(String yaml, String name, String value) {
        return edit(yaml, "          # endregion pod\n", "            - name: " + name
                + "\n              value: \"" + value + "\"\n          # endregion pod\n");
    }

    /** The Secret with another database's address. */
    static String secret(String databaseUrl) {
        return edit(read("base/secret.yaml"), "jdbc:h2:mem:bookstore", databaseUrl);
    }

    /** ConfigMap, Secret, Service and Ingress. */
    static List<Manifest> settings() {
        return base().stream().filter(manifest -> !manifest.kind().equals("Deployment")).toList();
    }

    /**
     * The status of the answer of a pod.
     *
     * @throws IOException when there is none
     */
    static int status(int port, String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** A database in this JVM that processes reach by TCP, and that a test can stop. */
    static Server database(int port) throws SQLException {
        return Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists").start();
    }

    static String databaseUrl(int port, String name) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + name + ";DB_CLOSE_DELAY=-1;USER=sa;PASSWORD=sa";
    }

    /** Four customers who ask all the time, some hundred requests a second at most. */
    static Load.Running customers(Cluster cluster, String path) {
        return Load.of(number -> {
            pause();
            return HttpRequest.newBuilder(cluster.service().uri(path)).build();
        }, 100_000, 4, Duration.ofSeconds(120)).start();
    }

    private static void pause() {
        try {
            Thread.sleep(15);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests that were not answered with 200. */
    static int lost(LoadResult result) {
        return result.sent() - result.count(200);
    }
}
