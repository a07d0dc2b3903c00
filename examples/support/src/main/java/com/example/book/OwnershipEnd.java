package com.example.book;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ends what an owner has left behind: its processes, then mounts, control groups and files. Safe to run
 * twice at the same time.
 */
final class OwnershipEnd implements Runnable {

    /** File in the owner's folder: process id and start in milliseconds since 1970, one process a line. */
    static final String PROCESSES = "processes";

    private static final Path PROC = Path.of("/proc");

    private final Path folder;
    private final String name;

    /**
     * Does nothing yet.
     *
     * @param folder of the owner
     */
    OwnershipEnd(Path folder) {
        this.folder = folder;
        this.name = folder.getFileName().toString();
    }

    @Override
    public void run() {
        try {
            endProcesses();
            removeControlGroups();
            removeFolder(folder);
        }
        catch (IOException ex) {
            System.err.println("没能清理 " + folder + "：" + ex);
        }
    }

    private void endProcesses() throws IOException {
        Set<ProcessHandle> left = processes();
        // What ends may have started something at the last moment, so look again until nothing is left.
        for (int round = 0; round < 50 && !left.isEmpty(); round++) {
            left.forEach(ProcessHandle::destroyForcibly);
            CompletableFuture.allOf(left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join();
            left = processes();
        }
        if (!left.isEmpty()) {
            throw new IOException("结束不了的进程 " + left.stream().map(ProcessHandle::pid).toList());
        }
    }

    /** Those noted, those that carry the owner's name, and what these have started. */
    private Set<ProcessHandle> processes() throws IOException {
        Set<ProcessHandle> found = new HashSet<>(Ownership.noted(folder));
        if (Files.isDirectory(PROC)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
                for (Path entry : entries) {
                    if (mentions(entry)) {
                        ProcessHandle.of(Long.parseLong(entry.getFileName().toString())).ifPresent(found::add);
                    }
                }
            }
        }
        Set<ProcessHandle> all = new HashSet<>(found);
        found.forEach(process -> process.descendants().forEach(all::add));
        all.removeIf(process -> isSpared(process) || !isRunning(process));
        return all;
    }

    /**
     * A name in the environment, on the command line, of the control group (in containers), or of the folder
     * that it works in: nginx overwrites its environment and its workers their command line.
     */
    private boolean mentions(Path process) {
        return Stream.of("environ", "cmdline", "cgroup").anyMatch(file -> read(process.resolve(file)).contains(name))
                || worksIn(process, folder);
    }

    private static boolean worksIn(Path process, Path folder) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder);
        }
        catch (IOException ex) {
            // Gone, or another user's.
            return false;
        }
    }

    /** This process and the owner's watch. */
    private static boolean isSpared(ProcessHandle process) {
        return process.equals(ProcessHandle.current())
                || read(PROC.resolve(process.pid() + "/cmdline")).contains(OwnershipWatch.class.getName());
    }

    /** Not when it has ended and only its parent has not taken note of it (a zombie). */
    private static boolean isRunning(ProcessHandle process) {
        String stat = read(PROC.resolve(process.pid() + "/stat"));
        return process.isAlive() && !stat.substring(stat.lastIndexOf(')') + 1).startsWith(" Z");
    }

    /** A file of {@code /proc}; empty where it cannot be read because the process is gone or another user's. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        }
        catch (IOException ex) {
            return "";
        }
    }

    /** Version 1 has one tree for each controller, version 2 a single tree. */
    private void removeControlGroups() throws IOException {
        Path root = Path.of("/sys/fs/cgroup");
        if (!Files.isDirectory(root)) {
            return;
        }
        try (DirectoryStream<Path> trees = Files.newDirectoryStream(root, Files::isDirectory)) {
            for (Path tree : trees) {
                removeGroup(tree.resolve(name));
            }
        }
        removeGroup(root.resolve(name));
    }

    private static void removeGroup(Path group) throws IOException {
        if (Files.isDirectory(group)) {
            try (Stream<Path> walk = Files.walk(group)) {
                for (Path path : walk.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    /** Deletes a folder and all below it, after what is mounted there has been unmounted. */
    static void removeFolder(Path folder) throws IOException {
        for (String point : mountPoints(folder)) {
            try {
                new ProcessBuilder("umount", "--lazy", point).inheritIO().start().waitFor();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IOException(ex);
            }
        }
        if (!mountPoints(folder).isEmpty()) {
            // Deleting would go on into what is mounted there.
            throw new IOException("里面还有挂载点，没有删除文件：" + folder);
        }
        delete(folder);
    }

    /** The innermost first. */
    private static List<String> mountPoints(Path folder) {
        return read(PROC.resolve("self/mountinfo")).lines()
                .map(line -> line.split(" ")[4].replace("\\040", " "))
                .filter(point -> Path.of(point).startsWith(folder))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Deletes a folder and all below it; what someone else deletes at the same time is as good. */
    static void delete(Path folder) throws IOException {
        List<Path> entries;
        try (Stream<Path> walk = Files.walk(folder)) {
            entries = walk.sorted(Comparator.reverseOrder()).toList();
        }
        catch (NoSuchFileException | java.io.UncheckedIOException ex) {
            if (Files.exists(folder)) {
                throw new IOException(ex);
            }
            return;
        }
        for (Path entry : entries) {
            Files.deleteIfExists(entry);
        }
    }
}
