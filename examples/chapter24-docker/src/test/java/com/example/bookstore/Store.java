package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;

/** The packaged bookstore, runtimes linked for it, and build contexts; what takes long is kept in {@code target/}. */
public final class Store {

    /** The time that the build writes into the jar, and extracting gives to the file. */
    static final Instant BUILD_TIME = Instant.parse("2026-01-01T00:00:00Z");

    /** For programs that live for seconds and whose speed is not looked at. */
    static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    /** What a downloaded JRE has. */
    public static final String JRE_MODULES = "java.se,java.desktop,jdk.crypto.ec,jdk.jfr,jdk.localedata,jdk.management,"
            + "jdk.management.agent,jdk.net,jdk.unsupported,jdk.zipfs,jdk.charsets,jdk.naming.dns,jdk.security.auth,"
            + "jdk.xml.dom,jdk.httpserver,jdk.accessibility,jdk.dynalink,jdk.security.jgss,jdk.sctp,jdk.naming.rmi,"
            + "jdk.crypto.cryptoki,jdk.incubator.vector,jdk.nio.mapmode,jdk.jdwp.agent,jdk.management.jfr";

    /** What has the machine to itself holds the write lock: other classes run at the same time. */
    private static final ReentrantReadWriteLock QUIET = new ReentrantReadWriteLock(true);

    private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** The bookstore unpacked, and the training run that left {@code bookstore.aot} beside its jar. */
    record Trained(Path folder, Path app, Instant extracted, ConsoleRun run) {
    }

    private static Trained trained;
    private static ConsoleRun onTheJdk;

    private Store() {
    }

    /** The modules that the chapter's image has. */
    static String modules() {
        return read(Recording.module().resolve("docker/modules.txt")).strip();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Runs something that measures, with no other test's program running beside it (but those of the exercises). */
    static void alone(Runnable measuring) {
        QUIET.writeLock().lock();
        try {
            measuring.run();
        }
        finally {
            QUIET.writeLock().unlock();
        }
    }

    /** Begins something that may run beside others. */
    static void enter() {
        QUIET.readLock().lock();
    }

    /** Ends it, in the same thread. */
    static void leave() {
        QUIET.readLock().unlock();
    }

    /** Runs something that may run beside others. */
    static <T> T beside(Callable<T> running) {
        enter();
        try {
            return running.call();
        }
        catch (RuntimeException ex) {
            throw ex;
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
        finally {
            leave();
        }
    }

    /** Java of this JDK with these modules, linked once for a checkout. */
    public static synchronized Path runtime(String name, String modules, String... options) {
        Path target = Recording.module().resolve("target");
        Path kept = target.resolve(name + "-" + System.getProperty("java.version") + "-" + Integer.toHexString(modules.hashCode()));
        if (Files.exists(kept)) {
            return kept;
        }
        Path written = target.resolve(name + "-" + ProcessHandle.current().pid());
        List<String> arguments = new ArrayList<>(List.of("--add-modules", modules, "--no-header-files", "--no-man-pages",
                "--compress", "zip-6", "--output", written.toString()));
        arguments.addAll(List.of(options));
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow(() -> Missing.part("这个 JDK 里没有 jlink"));
        int exit = beside(() -> jlink.run(System.out, System.err, arguments.toArray(String[]::new)));
        if (exit != 0) {
            throw new IllegalStateException("jlink 以 " + exit + " 结束");
        }
        try {
            return Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The Java of the chapter's image. */
    static Path small() {
        return runtime("small", modules(), "--include-locales", "zh,en");
    }

    /** This JDK without its sources, and with files where a distribution has links to other folders. */
    public static synchronized Path jdk() {
        Path kept = Recording.module().resolve("target/jdk-" + System.getProperty("java.version"));
        if (Files.exists(kept)) {
            return kept;
        }
        Path written = kept.resolveSibling("jdk-" + ProcessHandle.current().pid());
        Path home = Path.of(System.getProperty("java.home"));
        try (Stream<Path> walk = Files.walk(home)) {
            for (Path from : walk.filter(file -> !file.endsWith("src.zip")).toList()) {
                Path to = written.resolve(home.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                }
                else if (Files.exists(from)) {
                    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            return Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static long bytes(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Trained on the chapter's Java, once for all classes; the jar is uncompressed, so that a changed text leaves its length. */
    static synchronized Trained trained() {
        if (trained == null) {
            Path folder = ProgramFolder.create("trained-").path();
            Path app = extract(folder);
            Path jar = app.resolve("bookstore.jar");
            try {
                Instant extracted = Files.getLastModifiedTime(jar).toInstant();
                repack(jar, folder.resolve("old.jar"), "满 99 元", "满 99 元");
                repack(jar, folder.resolve("new.jar"), "满 99 元", "满 88 元");
                place(folder.resolve("old.jar"), jar, BUILD_TIME);
                trained = new Trained(folder, app, extracted, start(small(), app, "-Xmx256m", "-XX:AOTCacheOutput=bookstore.aot"));
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return trained;
    }

    /** The bookstore with its cache on another Java than the one that trained, once for all classes; logs its classes. */
    static synchronized ConsoleRun onTheJdk() {
        if (onTheJdk == null) {
            onTheJdk = start(Path.of(System.getProperty("java.home")), trained().app(), "-XX:AOTCache=bookstore.aot",
                    "-Xlog:class+load:file=jdk.log");
        }
        return onTheJdk;
    }

    /** Unpacks the packaged jar as the Dockerfile does. */
    static Path extract(Path folder) {
        ConsoleRun run = java(Path.of(System.getProperty("java.home")), folder, "-Djarmode=tools", "-jar",
                Recording.module().resolve("target/bookstore.jar").toString(), "extract", "--destination", "app");
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.output());
        }
        return folder.resolve("app");
    }

    static ConsoleRun java(Path home, Path directory, String... arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString(), SHORT_LIVED, "-Duser.language=en",
                "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
        command.addAll(List.of(arguments));
        return beside(() -> ConsoleRun.run(command, directory, null, Map.of("SERVER_PORT", "0")));
    }

    /** Starts the bookstore up to where all beans are ready. */
    static ConsoleRun start(Path home, Path app, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-Dspring.context.exit=onRefresh", "-jar", "bookstore.jar"));
        return java(home, app, all.toArray(String[]::new));
    }

    /**
     * Replaces text of a jar's entries without changing their lengths, and packs it uncompressed: the new jar is
     * as long as that of any other replacement.
     */
    static void repack(Path jar, Path repacked, String text, String replacement) {
        byte[] old = text.getBytes(StandardCharsets.UTF_8);
        byte[] now = replacement.getBytes(StandardCharsets.UTF_8);
        if (old.length != now.length) {
            throw new IllegalArgumentException(text + " " + replacement);
        }
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(repacked))) {
            for (ZipEntry entry : from.stream().toList()) {
                byte[] content = from.getInputStream(entry).readAllBytes();
                for (int i = 0; i + old.length <= content.length; i++) {
                    if (Arrays.equals(content, i, i + old.length, old, 0, old.length)) {
                        System.arraycopy(now, 0, content, i, now.length);
                    }
                }
                ZipEntry written = new ZipEntry(entry.getName());
                written.setTimeLocal(entry.getTimeLocal());
                written.setMethod(ZipEntry.STORED);
                written.setSize(content.length);
                CRC32 sum = new CRC32();
                sum.update(content);
                written.setCrc(sum.getValue());
                to.putNextEntry(written);
                to.write(content);
                to.closeEntry();
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Copies a file over another, with a time of its own. */
    static void place(Path from, Path to, Instant time) {
        try {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(to, FileTime.from(time));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What a reader has in the module's folder after packaging. */
    static ProgramFolder context() {
        ProgramFolder context = ProgramFolder.create("context-");
        context.folder("target");
        context.folder("docker");
        for (String file : List.of("Dockerfile", ".dockerignore", "docker/healthcheck.sh", "docker/modules.txt",
                "target/bookstore.jar")) {
            try {
                Files.copy(Recording.module().resolve(file), context.path().resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return context;
    }

    static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
