package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("java 命令的报错：中英文各录一份")
class LauncherErrorsTest {

    @Test
    @DisplayName("jar 的路径不对")
    void noSuchJar(@TempDir Path folder) {
        String both = runBoth(folder, "-jar", "target/bookstore.jar");
        assertThat(both).contains("Unable to access jarfile target/bookstore.jar");
        Recording.check("no-such-jar.txt", both);
    }

    @Test
    @DisplayName("主类名不对")
    void noSuchMainClass(@TempDir Path folder) {
        Recording.check("no-such-main-class.txt", runBoth(folder, "-cp", ".", "com.example.BookstoreApplication"));
    }

    /** A class file whose version no JDK of today knows stands for one that is newer than the reader's. */
    @Test
    @DisplayName("运行用的 JDK 比编译用的旧")
    void classFileTooNew(@TempDir Path folder) throws IOException {
        byte[] bytes;
        try (var in = LauncherErrorsTest.class.getResourceAsStream("LauncherErrorsTest.class")) {
            bytes = in.readAllBytes();
        }
        // Bytes 6 and 7 of a class file are its major version.
        bytes[6] = 0;
        bytes[7] = 99;
        Path packages = Files.createDirectories(folder.resolve("com/example/bookstore"));
        Files.write(packages.resolve("LauncherErrorsTest.class"), bytes);
        Recording.check("class-file-too-new.txt", runBoth(folder, "-cp", ".", LauncherErrorsTest.class.getName())
                .replace("LauncherErrorsTest", "BookstoreApplication")
                .replaceAll("up to \\d+\\.0", "up to 65.0"));
    }

    private static String runBoth(Path folder, String... arguments) {
        List<String> lines = new ArrayList<>();
        for (String language : List.of("en", "zh")) {
            ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand(language, arguments), folder, null, Map.of());
            assertThat(run.exitCode()).isEqualTo(1);
            run.output().lines().filter(line -> !line.startsWith("\tat ")).forEach(lines::add);
        }
        return lines.stream().distinct().collect(Collectors.joining("\n"));
    }
}
