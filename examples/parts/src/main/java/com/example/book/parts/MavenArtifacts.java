package com.example.book.parts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Missing;
import com.example.book.Recording;

/** Servers that Maven knows, each described by a POM of its own beside this module's. */
final class MavenArtifacts {

    private MavenArtifacts() {
    }

    /**
     * The class path that Maven resolves, in the version that Spring Boot manages where it does. Asked once
     * for each state of the POMs; the answer is kept in {@code target/} of the module under test.
     *
     * @param part folder below {@code examples/parts}
     * @throws org.opentest4j.TestAbortedException when Maven cannot get it, which skips the test
     */
    static synchronized String classPath(String part) {
        Path examples = Recording.module().getParent();
        Path pom = examples.resolve("parts").resolve(part).resolve("pom.xml");
        String version = System.getProperty("book.spring-boot.version", "");
        try {
            String state = digest(version + Files.readString(pom) + Files.readString(examples.resolve("pom.xml")));
            Path kept = Recording.module().resolve("target/parts").resolve(part + "-" + state + ".txt");
            if (!isComplete(kept)) {
                Files.createDirectories(kept.getParent());
                resolve(part, pom, version, kept);
            }
            return Files.readString(kept);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static boolean isComplete(Path kept) throws IOException {
        return Files.exists(kept) && Stream.of(Files.readString(kept).split(System.getProperty("path.separator")))
                .allMatch(jar -> Files.isRegularFile(Path.of(jar)));
    }

    private static void resolve(String part, Path pom, String version, Path kept) throws IOException {
        Path written = Files.createTempFile(kept.getParent(), part, ".txt");
        List<String> arguments = new ArrayList<>(List.of("-q", "-f", pom.toString(), "dependency:build-classpath",
                "-Dmdep.includeScope=runtime", "-Dmdep.outputFile=" + written));
        if (!version.isEmpty()) {
            arguments.add("-Dspring-boot.version=" + version);
        }
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand(arguments.toArray(String[]::new)),
                pom.getParent(), null, MavenProject.environment("en"));
        if (run.exitCode() != 0) {
            Files.delete(written);
            throw Missing.part("Maven 取不到 " + part + "（" + run.output().lines()
                    .filter(line -> line.startsWith("[ERROR]")).findFirst().orElse("没有说原因")
                    + "）：请检查能否访问 Maven 仓库");
        }
        // At once, so that a module that runs at the same time never reads half of it.
        Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
