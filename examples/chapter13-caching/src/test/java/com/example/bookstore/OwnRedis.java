package com.example.bookstore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.RunningProgram;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;

/** A Redis of the test's own, in memory only, so that it may be filled, measured and stopped. */
final class OwnRedis implements AutoCloseable {

    final int port;
    private final RunningProgram program;
    private final RedisClient client;
    /** The test's own connection, past Spring. */
    final RedisCommands<String, String> commands;

    /** @param settings as on the command line, such as {@code --maxmemory 3mb} */
    OwnRedis(String... settings) {
        this(RunningProgram.freePort(), settings);
    }

    OwnRedis(int port, String... settings) {
        this.port = port;
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1",
                "--save", "", "--appendonly", "no"));
        command.addAll(List.of(settings));
        program = RunningProgram.start(command, Path.of(System.getProperty("java.io.tmpdir")), Map.of());
        program.await("Ready to accept connections");
        client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        commands = client.connect().sync();
    }

    /** How often Redis has executed a command since {@code CONFIG RESETSTAT}. */
    long calls(String command) {
        return commands.info("commandstats").lines().map(String::strip)
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceFirst("[^:]*:calls=(\\d+),.*", "$1"))).sum();
    }

    @Override
    public void close() {
        client.shutdown();
        program.close();
    }
}
