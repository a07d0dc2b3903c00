package com.example.book.parts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ProgramFolder;

/** A JVM that starts a part, tells the processes that belong to it, and then waits to be killed. */
final class KilledOwner {

    private KilledOwner() {
    }

    /** @param arguments the name of a {@link Kind} */
    public static void main(String[] arguments) throws InterruptedException {
        List<Long> started = Kind.valueOf(arguments[0]).start();
        // What a part starts itself, such as the engine its containerd, belongs to it as well.
        Stream<Long> all = Stream.concat(started.stream(), started.stream()
                .flatMap(pid -> ProcessHandle.of(pid).orElseThrow().descendants()).map(ProcessHandle::pid));
        Path folder = ProgramFolder.create("mark-").path().getParent();
        System.out.println("READY " + folder + " " + String.join(" ", all.map(String::valueOf).distinct().toList()));
        Thread.currentThread().join();
    }

    /** What there is to start. */
    enum Kind {
        BOOT {
            @Override
            List<Long> start() {
                return List.of(BootProcessTest.sample().start().pid());
            }
        },
        NGINX {
            @Override
            List<Long> start() {
                return List.of(NginxServer.start("server { listen 127.0.0.1:%d; }"::formatted).pid());
            }
        },
        PROMETHEUS {
            @Override
            List<Long> start() {
                return List.of(PrometheusServer.start(Map.of("prometheus.yml", "")).pid());
            }
        },
        ALERTMANAGER {
            @Override
            List<Long> start() {
                return List.of(AlertmanagerServer.start(Map.of("alertmanager.yml",
                        "{route: {receiver: nobody}, receivers: [{name: nobody}]}")).pid());
            }
        },
        ZIPKIN {
            @Override
            List<Long> start() {
                return List.of(ZipkinServer.start().pid());
            }
        },
        KAFKA {
            @Override
            List<Long> start() {
                return List.of(KafkaBroker.start().pid());
            }
        },
        DOCKER {
            @Override
            List<Long> start() {
                DockerEngine docker = DockerEngine.start();
                docker.baseImages().debian();
                String container = docker.start("--publish", "127.0.0.1::8080", "debian:bookworm-slim", "sleep", "600");
                return List.of(docker.pid(), Long.valueOf(docker.inspect(container, "{{.State.Pid}}")));
            }
        };

        /** Starts the part and returns the ids of its processes. */
        abstract List<Long> start();
    }
}
