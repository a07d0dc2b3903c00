package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.example.book.Missing;
import com.example.book.RunningProgram;

/** A RabbitMQ of the test's own: name, ports, folder and port mapper are its own, so that it may be killed. */
final class OwnBroker implements AutoCloseable {

    private static final Path SERVER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    final int port = RunningProgram.freePort();
    private final int mapperPort = RunningProgram.freePort();
    private final int distributionPort = RunningProgram.freePort();
    private final Path folder;
    private final RunningProgram mapper;
    private RunningProgram server;

    /** @param folder keeps the queues, before and after a restart */
    OwnBroker(Path folder) {
        if (!Files.isExecutable(SERVER)) {
            throw Missing.part("没有 " + SERVER + "（Debian 的 rabbitmq-server）：请安装它");
        }
        this.folder = folder;
        mapper = RunningProgram.start(List.of("epmd", "-port", "" + mapperPort, "-address", "127.0.0.1"), folder,
                Map.of());
        try {
            Files.writeString(folder.resolve("rabbitmq.conf"), "listeners.tcp.local = 127.0.0.1:" + port + "\n");
            Files.writeString(folder.resolve("plugins"), "[].\n");
            // half an hour and a minute by default
            Files.writeString(folder.resolve("advanced.config"),
                    "[{rabbit, [{consumer_timeout, 1000}, {channel_tick_interval, 200}]}].\n");
            start();
        }
        catch (IOException ex) {
            close();
            throw new UncheckedIOException(ex);
        }
        catch (RuntimeException | AssertionError ex) {
            close();
            throw ex;
        }
    }

    void start() {
        server = RunningProgram.start(List.of(SERVER.toString()), folder, Map.ofEntries(
                Map.entry("HOME", folder.toString()),
                Map.entry("ERL_EPMD_PORT", "" + mapperPort),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODENAME", "book" + port + "@localhost"),
                Map.entry("RABBITMQ_DIST_PORT", "" + distributionPort),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                Map.entry("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq.conf").toString()),
                Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", folder.resolve("advanced.config").toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("plugins").toString()),
                Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
                Map.entry("RABBITMQ_PID_FILE", folder.resolve("pid").toString())));
        server.await("Starting broker... completed");
    }

    /** The Erlang machine of the server, below the script that starts it. */
    private List<ProcessHandle> processes() {
        return ProcessHandle.of(server.pid()).stream()
                .flatMap(script -> java.util.stream.Stream.concat(script.descendants(), java.util.stream.Stream.of(script)))
                .toList();
    }

    /** It still holds its connections, and reads nothing more. */
    void freeze() throws IOException, InterruptedException {
        for (ProcessHandle process : processes()) {
            new ProcessBuilder("kill", "-STOP", "" + process.pid()).start().waitFor();
        }
    }

    /** As {@code kill -9}: it writes nothing more, and says good-bye to nobody. */
    void kill() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
        server.close();
    }

    @Override
    public void close() {
        if (server != null) {
            kill();
        }
        mapper.close();
    }
}
