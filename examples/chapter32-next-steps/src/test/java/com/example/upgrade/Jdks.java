package com.example.upgrade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import com.example.book.Missing;

/** Finds a JDK 17, on which shops with Spring Boot 2.7 ran; 2.7 supports no Java above 21. */
final class Jdks {

    private Jdks() {
    }

    /** Skips the test, with the reason, where there is none. */
    static Path jdk17() {
        return find("17").orElseThrow(() -> Missing.part("没有找到 JDK 17：安装一个，或把环境变量 JAVA17_HOME 指向它"));
    }

    static Optional<Path> find(String feature) {
        Path home = Path.of(System.getProperty("user.home"));
        Stream<Path> named = Stream.of("JAVA" + feature + "_HOME", "JAVA_HOME_" + feature + "_X64",
                        "JAVA_HOME_" + feature + "_arm64")
                .map(System::getenv).filter(value -> value != null && !value.isBlank()).map(Path::of);
        Stream<Path> installed = Stream.of(Path.of("/usr/lib/jvm"), home.resolve(".jdks"),
                        home.resolve(".sdkman/candidates/java"), Path.of(System.getProperty("java.home")).getParent(),
                        Path.of("C:/Program Files/Java"), Path.of("C:/Program Files/Eclipse Adoptium"))
                .flatMap(Jdks::children);
        Stream<Path> mac = children(Path.of("/Library/Java/JavaVirtualMachines"))
                .map(folder -> folder.resolve("Contents/Home"));
        return Stream.of(named, installed, mac).flatMap(all -> all).filter(jdk -> is(jdk, feature)).findFirst();
    }

    private static Stream<Path> children(Path folder) {
        if (folder == null || !Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream();
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static boolean is(Path jdk, String feature) {
        Path release = jdk.resolve("release");
        boolean compiler = Files.exists(jdk.resolve("bin/javac")) || Files.exists(jdk.resolve("bin/javac.exe"));
        try {
            return compiler && Files.exists(release)
                    && Files.readString(release).contains("JAVA_VERSION=\"" + feature + ".");
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
