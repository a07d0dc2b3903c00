package com.example.deployment;

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

/** 书店的第二版：第一版的 jar，换上 {@code releases/} 里改过的类与迁移脚本。 */
final class Release {

    private Release() {
    }

    /**
     * 造出一个版本的 jar。
     *
     * @param changes {@code releases/} 下的目录
     * @param folder 放 jar 与编译结果的地方
     */
    static Path build(String changes, Path folder) {
        Path source = Recording.module().resolve("releases").resolve(changes);
        Path classes = folder.resolve(changes);
        Path jar = folder.resolve(changes + ".jar");
        try {
            compile(source, Files.createDirectories(classes));
            Files.copy(Recording.module().resolve("target/bookstore.jar"), jar);
            try (FileSystem inside = FileSystems.newFileSystem(jar)) {
                Path target = inside.getPath("/BOOT-INF/classes");
                copy(classes, target);
                copy(source.resolve("db"), target.resolve("db"));
                Path info = inside.getPath("/META-INF/build-info.properties");
                Files.writeString(info, Files.readString(info)
                        .replaceAll("(?m)^build\\.version=.*$", "build.version=2.0.0"));
            }
            return jar;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void compile(Path source, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--release", "21", "-parameters", "-d", classes.toString(),
                "-cp", System.getProperty("java.class.path"), "-sourcepath", source.toString()));
        files(source).filter(file -> file.toString().endsWith(".java")).map(Path::toString).forEach(arguments::add);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from).toList()) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Stream<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).toList().stream();
        }
    }
}
