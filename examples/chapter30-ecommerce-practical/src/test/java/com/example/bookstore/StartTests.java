package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("start.sh：什么时候打包")
class StartTests {

    private static final String JAR = "target/bookstore.jar";
    private static final String SOURCE = "src/main/java/Book.java";

    @TempDir
    private Path examples;

    private Path folder;

    @BeforeEach
    void copyWithoutMavenAndJava() throws IOException {
        folder = Files.createDirectory(examples.resolve("store"));
        write("../pom.xml", "");
        Files.copy(Recording.module().resolve("start.sh"), folder.resolve("start.sh"));
        for (String file : List.of("pom.xml", SOURCE, "src/main/resources/application.yaml")) {
            write(file, "");
        }
        // Like Maven, it leaves the jar alone when there is nothing to compile.
        write("bin/mvn", "#!/bin/sh\necho packaged\nmkdir -p target\n[ -f %1$s ] || touch %1$s\n".formatted(JAR));
        write("bin/java", "#!/bin/sh\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }

    private ConsoleRun start() {
        return ConsoleRun.run(List.of("bash", "start.sh"), folder, null,
                Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH")));
    }

    private boolean packages() {
        return start().output().contains("packaged");
    }

    private void changedIn(Duration time, String file) throws IOException {
        Files.setLastModifiedTime(folder.resolve(file), FileTime.from(Instant.now().plus(time)));
    }

    @Test
    @DisplayName("没有打过包就打；什么也没有改，不再打；删掉一个文件，再打一次")
    void unchanged() throws IOException {
        assertThat(packages()).isTrue();
        assertThat(packages()).isFalse();
        Files.delete(folder.resolve(SOURCE));
        assertThat(packages()).isTrue();
        assertThat(packages()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "../pom.xml", SOURCE, "src/main/resources/application.yaml"})
    @DisplayName("打包之后改过，再打")
    void changed(String file) throws IOException {
        write(JAR, "");
        changedIn(Duration.ofHours(1), JAR);
        assertThat(packages()).isFalse();
        changedIn(Duration.ofHours(2), file);
        assertThat(packages()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 1", "kill -TERM $PPID; exit 1"})
    @DisplayName("打包打到一半停下，不留下半个 jar")
    void halfAJar(String how) throws IOException {
        write("bin/mvn", "#!/bin/sh\nmkdir -p target\necho half > %s\n%s\n".formatted(JAR, how));
        assertThat(start().exitCode()).isNotZero();
        assertThat(folder.resolve(JAR)).doesNotExist();
    }
}
