package com.example.book.parts;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.example.book.ConsoleRun;
import com.example.book.RunningProgram;

/**
 * A Kafka broker, one node that is its own controller (KRaft), in the version that Spring Boot manages;
 * needs Maven. It keeps what it stored when it is killed and started again.
 */
public final class KafkaBroker extends ServerPart {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String SETTINGS = """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            controller.listener.names=CONTROLLER
            log.dirs=%3$s
            # One node: nothing can be kept twice.
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            share.coordinator.state.topic.replication.factor=1
            share.coordinator.state.topic.min.isr=1
            # After kill -9 the node waits for its own former session to end (9 s by default).
            broker.session.timeout.ms=3000
            broker.heartbeat.interval.ms=500
            # A group of consumers starts at once.
            group.initial.rebalance.delay.ms=0
            """;

    private final String classPath;

    private final String clusterId;

    private KafkaBroker(String classPath, String clusterId) {
        super("Kafka", 2, LIMIT);
        this.classPath = classPath;
        this.clusterId = clusterId;
    }

    /**
     * Starts it and waits until it is ready, at most 60 s.
     *
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static KafkaBroker start() {
        return start(newId());
    }

    /** Like {@link #start()}, with a given id of the cluster. */
    static KafkaBroker start(String clusterId) {
        KafkaBroker broker = new KafkaBroker(MavenArtifacts.classPath("kafka"), clusterId);
        broker.begin();
        return broker;
    }

    @Override
    RunningProgram launch() {
        Path settings = folder().path().resolve("server-" + port() + ".properties");
        if (Files.notExists(settings)) {
            format(settings);
        }
        return RunningProgram.start(java("kafka.Kafka", settings.toString()), folder().path(), Map.of());
    }

    /** A storage must be given the id of a cluster before a broker uses it. */
    private void format(Path settings) {
        Path logs = folder().path().resolve("logs-" + port());
        folder().write(settings.getFileName().toString(), SETTINGS.formatted(port(), port(1), logs));
        ConsoleRun run = ConsoleRun.run(java("kafka.tools.StorageTool", "format",
                "--cluster-id=" + clusterId,
                "--config", settings.toString()), folder().path(), null, Map.of());
        if (run.exitCode() != 0) {
            throw new IllegalStateException("Kafka 的存储没有格式化成功：\n" + run.output());
        }
    }

    /** Kafka writes ids as base 64. */
    private static String newId() {
        UUID id = UUID.randomUUID();
        ByteBuffer bytes = ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    private List<String> java(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    boolean isReady() {
        return output().contains("Kafka Server started");
    }

    /** For {@code spring.kafka.bootstrap-servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port();
    }
}
