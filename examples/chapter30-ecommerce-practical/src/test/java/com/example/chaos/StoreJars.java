package com.example.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.BootProcess;
import org.jspecify.annotations.Nullable;

/** The packaged store with {@link ChaosApplication}, and an archive of its classes with which it starts faster. */
public final class StoreJars implements AutoCloseable {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final ProgramFolder folder = ProgramFolder.create("store-");
    private final Path archive = folder.path().resolve("store.jsa");
    private final Path chaos = folder.path().resolve("chaos.jar");
    private boolean archived;

    public StoreJars() {
        Path target = Recording.module().resolve("target");
        ConsoleRun run = ConsoleRun.run(List.of(JAVA, "-Djarmode=tools", "-jar", target.resolve("bookstore.jar").toString(),
                "extract", "--destination", "app"), folder.path(), null, Map.of());
        // An archive knows classes of jars, not of folders.
        int exit = ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--file",
                chaos.toString(), "-C", target.resolve("test-classes").toString(), "com/example/chaos");
        if (run.exitCode() != 0 || exit != 0) {
            close();
            throw new IllegalStateException("拆不开 bookstore.jar：" + run.output());
        }
    }

    /** Starts the store. The first one is started twice: what ends by itself leaves the archive, what is killed does not. */
    public BootProcess start(List<String> arguments) {
        BootProcess first = archive(arguments);
        if (first == null) {
            return description(arguments).start();
        }
        try {
            first.restart();
            return first;
        }
        catch (RuntimeException ex) {
            first.close();
            throw ex;
        }
    }

    private synchronized @Nullable BootProcess archive(List<String> arguments) {
        if (archived) {
            return null;
        }
        BootProcess store = description(arguments).start();
        store.stop();
        archived = true;
        if (Files.notExists(archive)) {
            System.out.println("这个 JDK 没有写出类的归档，书店启动得慢一些：\n" + store.tail(10));
        }
        return store;
    }

    private BootProcess.Description description(List<String> arguments) {
        return BootProcess.of(List.of(JAVA, "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8",
                        "-cp", folder.path().resolve("app/bookstore.jar") + System.getProperty("path.separator") + chaos,
                        ChaosApplication.class.getName()))
                .jvmOptions("-XX:+UseSerialGC", "-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive)
                .arguments(arguments.toArray(String[]::new));
    }

    @Override
    public void close() {
        folder.close();
    }
}
