package com.example.chaos;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.parts.BootProcess;

/** The packaged store, taken out of its jar because it starts faster so, with {@link ChaosApplication}. */
public final class StoreJars implements AutoCloseable {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final ProgramFolder folder = ProgramFolder.create("store-");
    private final Path chaos = folder.path().resolve("chaos.jar");

    public StoreJars() {
        Path target = Recording.module().resolve("target");
        ConsoleRun run = ConsoleRun.run(List.of(JAVA, "-Djarmode=tools", "-jar", target.resolve("bookstore.jar").toString(),
                "extract", "--destination", "app"), folder.path(), null, Map.of());
        int exit = ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--file",
                chaos.toString(), "-C", target.resolve("test-classes").toString(), "com/example/chaos");
        if (run.exitCode() != 0 || exit != 0) {
            close();
            throw new IllegalStateException("拆不开 bookstore.jar：" + run.output());
        }
    }

    /** Starts the store. */
    public BootProcess start(List<String> arguments) {
        return BootProcess.of(List.of(JAVA, "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8",
                        "-cp", folder.path().resolve("app/bookstore.jar") + System.getProperty("path.separator") + chaos,
                        ChaosApplication.class.getName()))
                .jvmOptions("-XX:+UseSerialGC").arguments(arguments.toArray(String[]::new)).start();
    }

    @Override
    public void close() {
        folder.close();
    }
}
