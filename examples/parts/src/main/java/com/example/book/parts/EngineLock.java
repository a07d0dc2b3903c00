package com.example.book.parts;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import org.awaitility.core.ConditionTimeoutException;

/** Held by the one test that may run a Docker engine; the system takes it back when its JVM ends. */
final class EngineLock implements AutoCloseable {

    /** The longest module holds it several times in turn; two modules may be tested side by side. */
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private final FileChannel file;

    private EngineLock(FileChannel file) {
        this.file = file;
    }

    /**
     * Waits for it.
     *
     * @throws IllegalStateException when another test holds it for more than 20 min
     */
    static EngineLock acquire() {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "book-docker-engine.lock");
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            EngineLock lock = new EngineLock(file);
            try {
                await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(200)).until(lock::isHeld);
                return lock;
            }
            catch (ConditionTimeoutException ex) {
                lock.close();
                throw new IllegalStateException("另一个测试的 Docker 引擎在 " + LIMIT.toMinutes() + " 分钟内没有结束", ex);
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean isHeld() throws IOException {
        try {
            return file.tryLock() != null;
        }
        catch (OverlappingFileLockException ex) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
