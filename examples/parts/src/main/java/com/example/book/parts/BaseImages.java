package com.example.book.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;

/**
 * Images under their public names, made of Debian's packages and this machine's JDK, so that a reader's
 * Dockerfile is built unchanged. Their sizes are their own, not those of the public ones.
 */
public final class BaseImages {

    private static final Duration FETCH = Duration.ofSeconds(300);

    private static final String SUITE = "bookworm";
    private static final String DEBIAN = "debian:" + SUITE + "-slim";

    private static final String JAVA_DOCKERFILE = """
            FROM %s
            COPY . /opt/java/openjdk
            ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:$PATH
            """.formatted(DEBIAN);

    private final DockerEngine engine;

    BaseImages(DockerEngine engine) {
        this.engine = engine;
    }

    /**
     * A small Debian. Its packages are fetched once for a checkout, which takes about 20 s.
     *
     * @param names such as {@code debian:bookworm-slim}
     * @throws org.opentest4j.TestAbortedException when Debian's packages cannot be had, which skips the test
     */
    public BaseImages debian(String... names) {
        if (engine.docker("image", "inspect", DEBIAN).exitCode() != 0) {
            engine.run("import", "--change", "CMD [\"bash\"]", archive().toString(), DEBIAN);
        }
        return tag(DEBIAN, names);
    }

    /**
     * The JDK that runs this test, on a small Debian.
     *
     * @param names such as {@code eclipse-temurin:25-jdk}, {@code eclipse-temurin:25-jre}
     * @throws org.opentest4j.TestAbortedException when Debian's packages cannot be had, which skips the test
     */
    public BaseImages java(String... names) {
        debian();
        try (ProgramFolder folder = ProgramFolder.create("image-")) {
            Path dockerfile = folder.write("Dockerfile", JAVA_DOCKERFILE);
            engine.run("build", "--quiet", "--file", dockerfile.toString(), "--tag", names[0],
                    System.getProperty("java.home"));
        }
        return tag(names[0], names);
    }

    private BaseImages tag(String image, String... names) {
        for (String name : names) {
            if (!name.equals(image)) {
                engine.run("tag", image, name);
            }
        }
        return this;
    }

    /** Kept for all modules of this checkout. */
    private static synchronized Path archive() {
        Path folder = Recording.module().getParent().resolve("parts/target/base-images");
        Path kept = folder.resolve(SUITE + ".tar");
        try {
            if (Files.notExists(kept)) {
                Files.createDirectories(folder);
                // Whoever has an engine is the only one, so half a file can only be that of a killed test.
                Path written = folder.resolve(SUITE + ".tar.part");
                fetch(written);
                Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
            }
            return kept;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void fetch(Path written) throws IOException {
        String program = Programs.find("mmdebstrap", "mmdebstrap");
        try (ProgramFolder temporary = ProgramFolder.create("debian-");
                RunningProgram running = RunningProgram.start(List.of(program, "--format=tar", "--variant=minbase",
                        "--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/doc/*",
                        "--dpkgopt=path-exclude=/usr/share/locale/*", SUITE, written.toString()),
                        temporary.path(), Map.of("TMPDIR", temporary.path().toString()))) {
            if (running.exitCode(FETCH).orElse(-1) != 0) {
                Files.deleteIfExists(written);
                throw Missing.part("取不到 Debian 的软件包，做不出基础镜像：" + running.output().lines()
                        .filter(line -> line.startsWith("E:")).findFirst().orElse("mmdebstrap 没有做完"));
            }
        }
    }
}
