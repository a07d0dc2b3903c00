package com.example.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Ports for programs that listen only some time after their port is chosen. Each JVM has a hundred of its
 * own, so that two that run at once never choose the same; and none is of those that Linux gives to
 * connections, from 32768 up. {@link Normalizer} knows them by their first digit. A JVM has them by the lock
 * on a file, which ends with it, however it ends.
 */
final class FreePorts {

    private static final int FIRST = 30_000;
    private static final int BLOCKS = 27;
    private static final int BLOCK = 100;

    private static FreePorts current;

    private final FileLock lock;
    private final int block;
    private int next;

    private FreePorts(FileLock lock, int block) {
        this.lock = lock;
        this.block = block;
    }

    /**
     * The next port of this JVM's that nothing listens on.
     *
     * @throws IllegalStateException when there is none
     */
    static synchronized int next() {
        if (current == null) {
            current = reserve(Ownership.root().resolve("ports"));
        }
        return current.choose();
    }

    /**
     * Takes a hundred ports that no other holder of a lock in the folder has.
     *
     * @throws IllegalStateException when all are taken
     * @throws UncheckedIOException when the folder cannot be written
     */
    static FreePorts reserve(Path folder) {
        try {
            Files.createDirectories(folder);
            // Begins elsewhere in each process: a port that was in use a moment ago is not chosen again at once.
            long begin = ProcessHandle.current().pid();
            for (int i = 0; i < BLOCKS; i++) {
                int block = (int) ((begin + i) % BLOCKS);
                FileLock lock = lock(folder.resolve(String.valueOf(FIRST + block * BLOCK)));
                if (lock != null) {
                    return new FreePorts(lock, block);
                }
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException("无法在 " + folder + " 里记下选中的端口", ex);
        }
        throw new IllegalStateException(FIRST + " 起的端口都有别的测试在用，先结束几个");
    }

    private static FileLock lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return lock;
            }
        }
        catch (OverlappingFileLockException ex) {
            // Held by this JVM.
        }
        channel.close();
        return null;
    }

    /** The next port that nothing listens on, each one before any comes again. */
    int choose() {
        for (int i = 0; i < BLOCK; i++) {
            int port = FIRST + block * BLOCK + next;
            next = (next + 1) % BLOCK;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("从 " + (FIRST + block * BLOCK) + " 起的 " + BLOCK + " 个端口都在用");
    }

    /** Gives the ports back; the JVM's end does it as well. */
    void release() throws IOException {
        lock.acquiredBy().close();
    }

    private static boolean isFree(int port) {
        try {
            new ServerSocket(port).close();
            return true;
        }
        catch (IOException ex) {
            return false;
        }
    }
}
