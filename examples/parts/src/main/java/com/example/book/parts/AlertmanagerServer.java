package com.example.book.parts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An Alertmanager, one node without a cluster; needs Debian's {@code prometheus-alertmanager}. */
public final class AlertmanagerServer extends MonitoringPart {

    private AlertmanagerServer(Map<String, String> files) {
        super("Alertmanager", Programs.find("prometheus-alertmanager", "prometheus-alertmanager"),
                "alertmanager.yml", files);
    }

    /**
     * Starts it and waits until it is ready, at most 30 s.
     *
     * @param files name and text; {@code alertmanager.yml} and the templates that it names
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static AlertmanagerServer start(Map<String, String> files) {
        AlertmanagerServer server = new AlertmanagerServer(files);
        server.begin();
        return server;
    }

    @Override
    List<String> options(Path data) {
        return List.of("--storage.path=" + data, "--cluster.listen-address=");
    }
}
