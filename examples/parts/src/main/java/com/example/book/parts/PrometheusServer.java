package com.example.book.parts;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Prometheus server; needs Debian's {@code prometheus}. */
public final class PrometheusServer extends MonitoringPart {

    private PrometheusServer(Map<String, String> files) {
        super("Prometheus", Programs.find("prometheus", "prometheus"), "prometheus.yml", files);
    }

    /**
     * Starts it and waits until it is ready, at most 30 s.
     *
     * @param files name and text; {@code prometheus.yml} and the rules that it names
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static PrometheusServer start(Map<String, String> files) {
        PrometheusServer server = new PrometheusServer(files);
        server.begin();
        return server;
    }

    @Override
    List<String> options(Path data) {
        return List.of("--storage.tsdb.path=" + data);
    }

    /**
     * What its API answers to an instant query, as JSON.
     *
     * @param promql the query
     * @throws IllegalStateException when it refuses the query
     */
    public String query(String promql) {
        return get("/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8));
    }
}
