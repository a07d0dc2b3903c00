package com.example.book.parts;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A Docker engine of the test's own: its images and containers go with it, and nothing of another engine's
 * is seen. One at a time on a machine, as engines share the bridge of their network. It needs root, Linux,
 * and Debian's {@code docker.io}; there is no registry, so images are built on those of {@link BaseImages}.
 */
public final class DockerEngine implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(20);

    private static final String CONTAINERD = """
            version = 2
            root = "%1$s/containerd"
            state = "%1$s/state"
            disabled_plugins = ["io.containerd.grpc.v1.cri"]
            [grpc]
            address = "%1$s/containerd.sock"
            """;

    private final EngineLock lock;
    private final ProgramFolder folder;
    private final String client;
    private final RunningProgram containers;
    private final RunningProgram daemon;

    private DockerEngine(String client, String server, String containerServer, EngineLock lock) {
        this.client = client;
        this.lock = lock;
        this.folder = ProgramFolder.create("docker-");
        // One of its own: the engine would share a machine's, and leave containers' traces there.
        this.containers = RunningProgram.start(List.of(containerServer, "--config",
                folder.write("containerd.toml", CONTAINERD.formatted(folder.path())).toString()), folder.path(), Map.of());
        // Named after the owner, so that what runs in containers is found when the owner has been killed.
        String group = "/" + folder.path().getParent().getFileName();
        this.daemon = RunningProgram.start(List.of(server, "--host", socket(), "--containerd", containerSocket().toString(),
                "--data-root", folder.folder("data").toString(), "--exec-root", folder.folder("exec").toString(),
                "--pidfile", folder.path().resolve("pid").toString(),
                "--cgroup-parent", group, "--exec-opt", "native.cgroupdriver=cgroupfs",
                // The machine's packet filter is not ours to change; published ports go through a proxy.
                "--iptables=false", "--ip-masq=false",
                // Higher limits are refused where the engine itself runs in a container.
                "--default-ulimit", "nofile=1024:1024", "--default-ulimit", "nproc=1024:1024"),
                folder.path(), Map.of());
    }

    private String socket() {
        return "unix://" + folder.path().resolve("docker.sock");
    }

    private Path containerSocket() {
        return folder.path().resolve("containerd.sock");
    }

    /**
     * Starts an engine and waits until it answers, at most 60 s; before that, for the engine of another test
     * to end, at most 20 min.
     *
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static DockerEngine start() {
        if (!"root".equals(System.getProperty("user.name")) || !System.getProperty("os.name").equals("Linux")) {
            throw Missing.part("Docker 引擎要在 Linux 上以 root 启动，现在不是");
        }
        String client = Programs.find("docker", "docker.io");
        String server = Programs.find("dockerd", "docker.io");
        String containerServer = Programs.find("containerd", "docker.io");
        EngineLock lock = EngineLock.acquire();
        DockerEngine engine;
        try {
            engine = new DockerEngine(client, server, containerServer, lock);
        }
        catch (RuntimeException | Error ex) {
            lock.close();
            throw ex;
        }
        try {
            engine.awaitStart();
            return engine;
        }
        catch (RuntimeException | Error ex) {
            engine.close();
            throw ex;
        }
    }

    private void awaitStart() {
        long end = System.nanoTime() + START.toNanos();
        while (!daemon.output().contains("API listen on")) {
            if (daemon.exitCode(Duration.ofMillis(50)).isPresent() || System.nanoTime() > end) {
                throw Missing.part("Docker 引擎在这台机器上起不来：" + daemon.tail(1));
            }
        }
    }

    /** What {@code docker}, Compose and Testcontainers need to find this engine. */
    public Map<String, String> environment() {
        // Debian has no buildx.
        return Map.of("DOCKER_HOST", socket(), "DOCKER_BUILDKIT", "0", "LC_ALL", "C.UTF-8");
    }

    /** Runs {@code docker} with these arguments in the module's folder, at most 120 s, however it ends. */
    public ConsoleRun docker(String... arguments) {
        List<String> command = new ArrayList<>(List.of(client));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, Recording.module(), null, environment());
    }

    /**
     * Runs {@code docker}, which must succeed.
     *
     * @return what it printed, without white space at the end
     * @throws IllegalStateException when it fails, with what it printed
     */
    public String run(String... arguments) {
        ConsoleRun run = docker(arguments);
        if (run.exitCode() != 0) {
            throw new IllegalStateException("docker %s 以 %d 结束：%n%s".formatted(
                    String.join(" ", arguments), run.exitCode(), run.output()));
        }
        return run.output().stripTrailing();
    }

    /** The images that Dockerfiles begin with. */
    public BaseImages baseImages() {
        return new BaseImages(this);
    }

    /**
     * Starts a container that goes on running. It publishes its ports where {@code --publish
     * 127.0.0.1::8080} asks for it, each on a free port.
     *
     * @param arguments those of {@code docker run --detach}, with the image and its command
     * @return its id
     */
    public String start(String... arguments) {
        List<String> all = new ArrayList<>(List.of("run", "--detach"));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new)).lines().toList().getLast();
    }

    /** The port of 127.0.0.1 where a container's port is published. */
    public int port(String container, int port) {
        String published = run("port", container, port + "/tcp").lines().toList().getFirst();
        return Integer.parseInt(published.substring(published.lastIndexOf(':') + 1));
    }

    /** A part of what {@code docker inspect} tells, such as <code>{{.HostConfig.Memory}}</code>. */
    public String inspect(String container, String format) {
        return run("inspect", "--format", format, container);
    }

    /**
     * Waits until the image's {@code HEALTHCHECK} says that a container is healthy.
     *
     * @throws IllegalStateException when it does not in time, with the container's last log lines
     */
    public void awaitHealthy(String container, Duration limit) {
        try {
            await().atMost(limit).pollInterval(Duration.ofMillis(200))
                    .until(() -> inspect(container, "{{.State.Health.Status}}").equals("healthy"));
        }
        catch (ConditionTimeoutException ex) {
            throw new IllegalStateException("容器没有在 %d 秒内健康：%n%s".formatted(limit.toSeconds(),
                    docker("logs", "--tail", "30", container).output()), ex);
        }
    }

    /** The id of the engine's process. */
    public long pid() {
        return daemon.pid();
    }

    /** Removes the containers, ends the engine, by force after 20 s, and deletes its images. */
    @Override
    public void close() {
        try {
            if (daemon.exitCode(Duration.ZERO).isEmpty()) {
                removeContainers();
                daemon.terminate();
                daemon.exitCode(STOP);
            }
            daemon.close();
            containers.close();
            folder.close();
        }
        finally {
            lock.close();
        }
    }

    private void removeContainers() {
        List<String> containers = docker("ps", "--all", "--quiet").output().lines().toList();
        if (!containers.isEmpty()) {
            List<String> command = new ArrayList<>(List.of("rm", "--force", "--volumes"));
            command.addAll(containers);
            docker(command.toArray(String[]::new));
        }
        // Each network has an interface of this machine's, which the engine's end would leave behind.
        docker("network", "prune", "--force");
    }
}
