package com.example.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.RunningProgram;

/** A RabbitMQ of the test's own: name, ports, folder and port mapper are its own, so that it may be killed. */
public final class OwnBroker implements AutoCloseable {

    private static final Path SERVER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    private final int port = RunningProgram.freePort();
    private final int mapperPort = RunningProgram.freePort();
    private final int distributionPort = RunningProgram.freePort();
    private final ProgramFolder files;
    private final RunningProgram mapper;
    private RunningProgram server;

    /** Starts it; its queues stay in its folder until it is closed. */
    public OwnBroker() {
        if (!Files.isExecutable(SERVER)) {
            throw Missing.part("没有 " + SERVER + "（Debian 的 rabbitmq-server）：请安装它");
        }
        files = ProgramFolder.create("rabbitmq-");
        mapper = RunningProgram.start(List.of("epmd", "-port", "" + mapperPort, "-address", "127.0.0.1"),
                files.path(), Map.of());
        try {
            files.write("rabbitmq.conf", "listeners.tcp.local = 127.0.0.1:" + port + "\n");
            files.write("plugins", "[].\n");
            start();
        }
        catch (RuntimeException | AssertionError ex) {
            close();
            throw ex;
        }
    }

    public int port() {
        return port;
    }

    /** Starts it and waits until clients may come. */
    public synchronized void start() {
        Path folder = files.path();
        server = RunningProgram.start(List.of(SERVER.toString()), folder, Map.ofEntries(
                Map.entry("HOME", folder.toString()),
                Map.entry("ERL_EPMD_PORT", "" + mapperPort),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODENAME", "book" + port + "@localhost"),
                Map.entry("RABBITMQ_DIST_PORT", "" + distributionPort),
                // One message at a time needs one scheduler, and none that spins while it waits: it starts sooner.
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none"),
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
                .flatMap(script -> Stream.concat(script.descendants(), Stream.of(script))).toList();
    }

    /** As {@code kill -9}: it writes nothing more, and says good-bye to nobody. */
    public synchronized void kill() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
        server.close();
        if (RunningProgram.isTaken(port)) {
            throw new IllegalStateException("RabbitMQ 还在听 " + port);
        }
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            kill();
        }
        mapper.close();
        files.close();
    }
}
