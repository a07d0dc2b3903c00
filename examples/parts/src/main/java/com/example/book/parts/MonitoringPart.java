package com.example.book.parts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.RunningProgram;

/** What Prometheus and the Alertmanager have in common. */
public abstract class MonitoringPart extends HttpPart {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String program;
    private final String settings;

    /**
     * Starts nothing yet.
     *
     * @param program its path
     * @param settings the one of the files that it is started with
     * @param files name and text
     */
    MonitoringPart(String name, String program, String settings, Map<String, String> files) {
        super(name, LIMIT, "/-/ready");
        this.program = program;
        this.settings = settings;
        files.forEach(folder()::write);
    }

    /** The options besides the settings' file and the address. */
    abstract List<String> options(Path data);

    @Override
    final RunningProgram launch() {
        List<String> command = new ArrayList<>(List.of(program,
                "--config.file=" + folder().path().resolve(settings), "--web.listen-address=" + target()));
        command.addAll(options(folder().path().resolve("data")));
        return RunningProgram.start(command, folder().path(), Map.of());
    }

    /** Host and port, for a {@code targets} entry in {@code prometheus.yml}. */
    public final String target() {
        return "127.0.0.1:" + port();
    }
}
