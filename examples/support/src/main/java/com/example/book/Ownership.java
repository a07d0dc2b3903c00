package com.example.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What this JVM has started, and the folder where that keeps its files. Neither outlives the JVM: a
 * shutdown hook ends what is left when it ends, {@link OwnershipWatch} when it is killed, and the next
 * JVM when that was killed as well.
 */
final class Ownership {

    /** Set for every program that is started, and inherited by those that it starts in turn. */
    private static final String VARIABLE = "TEST_RUN_OWNER";

    private static final Pattern NAME = Pattern.compile("owner-(\\d+)-(\\d+)");

    private static Ownership current;

    private final Path folder;
    private final Process watch;
    private final AtomicInteger folders = new AtomicInteger();

    private Ownership() throws IOException {
        Path root = root();
        Files.createDirectories(root);
        endLeftovers(root);
        this.folder = Files.createDirectory(root.resolve(nameOf(ProcessHandle.current())));
        this.watch = OwnershipWatch.start(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> new OwnershipEnd(folder).run(), "end-programs"));
    }

    /** That of this JVM; the first call also ends what killed JVMs have left behind. */
    static synchronized Ownership current() {
        try {
            if (current == null) {
                current = new Ownership();
            }
            return current;
        }
        catch (IOException ex) {
            throw new UncheckedIOException("无法在 " + root() + " 里记下测试启动的进程", ex);
        }
    }

    /** A folder per user, so that another user's files are never in the way. */
    static Path root() {
        return Path.of(System.getProperty("java.io.tmpdir"), "book-" + System.getProperty("user.name"))
                .toAbsolutePath();
    }

    /** Names a process so that no other one, even with the same id, has the name. */
    static String nameOf(ProcessHandle process) {
        return "owner-" + process.pid() + "-" + startOf(process);
    }

    /** When a process started, in milliseconds since 1970; 0 where the system does not tell. */
    static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(instant -> instant.toEpochMilli()).orElse(0L);
    }

    /** Ends what JVMs have left behind that are no more. */
    private static void endLeftovers(Path root) throws IOException {
        List<Path> owners;
        try (Stream<Path> entries = Files.list(root)) {
            owners = entries.filter(Files::isDirectory).toList();
        }
        for (Path owner : owners) {
            Matcher name = NAME.matcher(owner.getFileName().toString());
            if (name.matches() && running(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))).isEmpty()) {
                System.err.println("结束上一次测试留下的进程与文件：" + owner);
                new OwnershipEnd(owner).run();
            }
        }
    }

    /**
     * The process with an id, if it is still the same one.
     *
     * @param start when it started, in milliseconds since 1970
     */
    static Optional<ProcessHandle> running(long pid, long start) {
        // The start is computed from the time of boot, which a corrected clock moves a little.
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(startOf(process) - start) < 2000);
    }

    /** Makes a program and all that it starts recognizable as this JVM's. */
    void mark(ProcessBuilder builder) {
        builder.environment().put(VARIABLE, folder.getFileName().toString());
    }

    /** Notes a started program. */
    void add(Process process) throws IOException {
        Files.writeString(folder.resolve(OwnershipEnd.PROCESSES),
                process.pid() + " " + startOf(process.toHandle()) + "\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (!watch.isAlive()) {
            throw new IOException("看守进程已经结束，见 " + OwnershipWatch.log());
        }
    }

    /** A new folder of this JVM's; it goes when the JVM goes, at the latest. */
    Path newFolder(String name) throws IOException {
        // Short, as a Unix socket's path may have 107 characters at most.
        return Files.createDirectory(folder.resolve(name + folders.incrementAndGet()));
    }

    /** Names of the processes of one owner, as noted. */
    static List<ProcessHandle> noted(Path folder) throws IOException {
        Path file = folder.resolve(OwnershipEnd.PROCESSES);
        List<ProcessHandle> noted = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ");
                // The owner may have been killed in the middle of a line.
                if (parts.length == 2 && !parts[1].isEmpty()) {
                    running(Long.parseLong(parts[0]), Long.parseLong(parts[1])).ifPresent(noted::add);
                }
            }
        }
        return noted;
    }
}
