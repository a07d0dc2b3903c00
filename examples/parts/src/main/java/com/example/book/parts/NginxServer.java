package com.example.book.parts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import com.example.book.ConsoleRun;
import com.example.book.RunningProgram;

/** An nginx; needs Debian's {@code nginx-light} or {@code nginx}. */
public final class NginxServer extends HttpPart {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int WORKERS = 2;

    private final String program;
    private IntFunction<String> http;

    private NginxServer(String program, IntFunction<String> http) {
        super("nginx", LIMIT, "/");
        this.program = program;
        this.http = http;
    }

    /**
     * Starts it and waits until it listens, at most 30 s.
     *
     * @param http what stands between the braces of {@code http { }}, for the port that it must listen on
     *     (at 127.0.0.1)
     * @throws org.opentest4j.TestAbortedException when it cannot be had, which skips the test
     */
    public static NginxServer start(IntFunction<String> http) {
        NginxServer server = new NginxServer(Programs.find("nginx", "nginx-light"), http);
        server.begin();
        return server;
    }

    @Override
    RunningProgram launch() {
        writeSettings();
        return RunningProgram.start(command(), folder().path(), Map.of());
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program, "-p", folder().path() + "/", "-e", "stderr",
                "-c", folder().path() + "/nginx.conf"));
        command.addAll(List.of(arguments));
        return command;
    }

    private void writeSettings() {
        // Workers of a master that runs as root would become a user who may not enter the folder.
        String user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
        StringBuilder temporary = new StringBuilder();
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            temporary.append(kind).append("_temp_path tmp-").append(kind).append(";\n");
        }
        folder().write("nginx.conf", """
                %sdaemon off;
                worker_processes %d;
                pid nginx.pid;
                error_log stderr warn;
                events {
                }
                http {
                access_log off;
                %s%s
                }
                """.formatted(user, WORKERS, temporary, http.apply(port())));
    }

    /**
     * Replaces the settings while it runs, as {@code nginx -s reload} does: requests under way are finished
     * by the workers of before.
     *
     * @param settings as for {@link #start}
     * @throws IllegalStateException when nginx refuses them, with its reason; it goes on with those of before
     */
    public synchronized void reload(IntFunction<String> settings) {
        http = settings;
        writeSettings();
        ConsoleRun run = ConsoleRun.run(command("-s", "reload"), folder().path(), null, Map.of());
        if (run.exitCode() != 0) {
            throw new IllegalStateException("nginx 不接受这份配置：\n" + run.output());
        }
    }

    /** It listens and its workers are there; what it forwards to need not be. */
    @Override
    boolean isReady() {
        if (ProcessHandle.of(pid()).stream().flatMap(ProcessHandle::children).count() < WORKERS) {
            return false;
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            return socket.isConnected();
        }
        catch (IOException ex) {
            return false;
        }
    }
}
