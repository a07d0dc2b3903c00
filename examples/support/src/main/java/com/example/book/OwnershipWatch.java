package com.example.book;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small JVM beside that of the tests. Its standard input is a pipe from there, which the system closes
 * however the tests' JVM ends, {@code kill -9} included; then it ends what that one has left behind.
 */
final class OwnershipWatch {

    private OwnershipWatch() {
    }

    /**
     * Starts it.
     *
     * @param folder of the owner to watch
     */
    static Process start(Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            // A signal to the whole group of the tests' processes must not end their watch.
            command.add("/usr/bin/setsid");
        }
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Dstderr.encoding=UTF-8",
                "-cp", classes(), OwnershipWatch.class.getName(), folder.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Ownership.root().toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return builder.start();
    }

    /** Where it writes what it could not end. */
    static Path log() {
        return Ownership.root().resolve("watch.log");
    }

    private static String classes() throws IOException {
        try {
            return Path.of(OwnershipWatch.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        }
        catch (URISyntaxException ex) {
            throw new IOException(ex);
        }
    }

    /**
     * Waits for the end of the owner.
     *
     * @param arguments the owner's folder
     */
    public static void main(String[] arguments) throws IOException {
        OwnershipEnd end = new OwnershipEnd(Path.of(arguments[0]));
        while (System.in.read() >= 0) {
            // Nothing is ever written; only the end counts.
        }
        end.run();
    }
}
