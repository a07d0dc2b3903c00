package com.example.delivery;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;

/** 运行本章的脚本，用这次测试的 JDK 与 Maven。 */
final class Scripts {

    private Scripts() {
    }

    /** @param script 相对模块的路径 */
    static ConsoleRun run(Path folder, Map<String, String> environment, String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", Recording.module().resolve(script).toString()));
        command.addAll(List.of(arguments));
        Map<String, String> all = new HashMap<>(Map.of("LC_ALL", "C.UTF-8", "PATH", path()));
        all.putAll(environment);
        return ConsoleRun.run(command, folder, null, all);
    }

    static String path() {
        String maven = System.getProperty("book.maven.home");
        return String.join(File.pathSeparator, Path.of(System.getProperty("java.home"), "bin").toString(),
                maven == null ? "/usr/bin" : Path.of(maven, "bin").toString(), System.getenv("PATH"),
                "/usr/sbin", "/sbin");
    }

    /** 一个目录里的 jar 与它的校验和，像 build.sh 留下的。 */
    static void release(Path folder, Path jar) {
        try {
            Files.createDirectories(folder);
            Files.copy(jar, folder.resolve("bookstore.jar"), StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(folder.resolve("bookstore.jar.sha256"), sha256(jar) + "  bookstore.jar\n");
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
