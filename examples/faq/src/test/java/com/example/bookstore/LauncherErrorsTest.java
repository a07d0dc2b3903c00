package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("java 命令的报错：中英文各录一份；docker 命令没有权限")
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

    @Test
    @RequiresProgram("docker")
    @DisplayName("连 Docker 的那个文件，这个用户打不开")
    void dockerSocket() throws Exception {
        // Anyone may go there, unlike to JUnit's folder of this user's.
        Path folder = Files.createTempDirectory("docker", PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path socket = folder.resolve("docker.sock");
        try (ServerSocketChannel engine = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            engine.bind(UnixDomainSocketAddress.of(socket));
            // Root may open it all the same, so that root asks as nobody.
            Files.setPosixFilePermissions(socket, Set.of());
            List<String> command = new ArrayList<>(System.getProperty("user.name").equals("root")
                    ? List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") : List.of());
            command.addAll(List.of("docker", "-H", "unix://" + socket, "ps"));
            ConsoleRun run = ConsoleRun.run(command, folder, null, Map.of("HOME", folder.toString()));
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            Recording.check("docker-permission.txt", run.output().replace(socket.toString(), "/var/run/docker.sock")
                    .replaceAll("Get \"[^\"]*\"", "Get …")
                    // Another version's words for it.
                    .replace("the docker API at", "the Docker daemon socket at").strip());
        }
        finally {
            Files.deleteIfExists(socket);
            Files.deleteIfExists(folder);
        }
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
