package com.example.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** One probe of a container: asks over HTTP and counts. Used by one thread. */
final class Probe {

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String path;
    private final long period;
    private final Duration timeout;
    private final int failureThreshold;
    private final int successThreshold;
    private long due;
    private int failures;
    private int successes;
    private String last = "";

    /** With Kubernetes' defaults for what the manifest does not say. */
    Probe(Manifest probe, Clock clock, long containerStart) {
        this.path = probe.text("httpGet.path");
        this.period = clock.nanos(probe.number("periodSeconds", 10));
        // A limit, not a wait: it is not shortened.
        this.timeout = Duration.ofSeconds(probe.number("timeoutSeconds", 1));
        this.failureThreshold = probe.number("failureThreshold", 3);
        this.successThreshold = probe.number("successThreshold", 1);
        this.due = containerStart + clock.nanos(probe.number("initialDelaySeconds", 0));
    }

    /** Asks if it is time to. */
    void askWhenDue(int port) {
        if (System.nanoTime() < due) {
            return;
        }
        boolean success = ask(port);
        failures = success ? 0 : failures + 1;
        successes = success ? successes + 1 : 0;
        due = System.nanoTime() + period;
    }

    private boolean ask(int port) {
        try {
            int status = CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(timeout).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
            last = "HTTP probe failed with statuscode: " + status;
            return status >= 200 && status < 400;
        }
        catch (IOException ex) {
            last = ex.getClass().getSimpleName();
            return false;
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean hasFailed() {
        return failures >= failureThreshold;
    }

    boolean hasSucceeded() {
        return successes >= successThreshold;
    }

    String last() {
        return last;
    }
}
