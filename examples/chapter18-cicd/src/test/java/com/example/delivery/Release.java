package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.Recording;

/** 书店的各个版本：本模块打出的 jar，换上版本号，以及 {@code releases/} 里改过的类与迁移脚本。 */
final class Release {

    private Release() {
    }

    /** 没有改代码的一版。 */
    static Path unchanged(String version, Path folder) {
        return build(null, version, folder);
    }

    /**
     * 造出一个版本的 jar。
     *
     * @param changes {@code releases/} 下的文件夹；null 是没有改代码
     * @param folder 放 jar 与编译结果的地方
     */
    static Path build(String changes, String version, Path folder) {
        try {
            Path jar = Files.createTempDirectory(folder, "jar").resolve("bookstore.jar");
            Files.copy(Recording.module().resolve("target/bookstore.jar"), jar);
            try (FileSystem inside = FileSystems.newFileSystem(jar)) {
                if (changes != null) {
                    Path source = Recording.module().resolve("releases").resolve(changes);
                    Path target = inside.getPath("/BOOT-INF/classes");
                    copy(compile(source, Files.createTempDirectory(folder, "classes")), target);
                    copy(source.resolve("db"), target.resolve("db"));
                }
                Path info = inside.getPath("/BOOT-INF/classes/META-INF/build-info.properties");
                if (!Files.exists(info)) {
                    info = inside.getPath("/META-INF/build-info.properties");
                }
                Files.writeString(info, Files.readString(info)
                        .replaceAll("(?m)^build\\.version=.*$", "build.version=" + version));
            }
            return jar;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Path compile(Path source, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--release", "21", "-parameters", "-proc:none",
                "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        List<String> sources = files(source).map(Path::toString).filter(file -> file.endsWith(".java")).toList();
        if (sources.isEmpty()) {
            return classes;
        }
        arguments.addAll(sources);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from).toList()) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Stream<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).toList().stream();
        }
    }
}
