package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.DockerEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The longest begins at once: the thread that has the class takes its last method first. */
@DisplayName("造镜像：几层，多大，改一行要重造哪些，藏不藏得住秘密")
@ExtendWith(Engine.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.CONCURRENT)
class ImageTests {

    private static final String SOURCE =
            Recording.module().resolve("src/main/java/com/example/bookstore/ImageCheck.java").toString();

    private static DockerEngine docker;

    @BeforeAll
    static void engine() {
        docker = Engine.docker();
    }

    /** The rows above the base image, the lowest first. */
    private static List<HistoryRow> own(String image) {
        Set<String> base = HistoryRow.of("eclipse-temurin:25-jre").stream().map(HistoryRow::id).collect(Collectors.toSet());
        return HistoryRow.of(image).reversed().stream().filter(row -> !base.contains(row.id()) && !row.id().equals("<missing>"))
                .toList();
    }

    private static String megabytes(long bytes) {
        return bytes == 0 ? "0" : bytes < 500_000 ? "不到 0.5 MB" : Math.round(bytes / 1e6) + " MB";
    }

    @Test
    @DisplayName("主线的镜像：每条指令一层，依赖占了应用的绝大部分")
    void layers() {
        Table table = new Table("大小", "指令");
        List<HistoryRow> rows = own("bookstore:1");
        rows.forEach(row -> table.row(megabytes(row.bytes()), row.shown().length() > 70
                ? row.shown().substring(0, 69) + "…" : row.shown()));
        Recording.check("layers.txt", table.toString());
        List<Long> copies = rows.stream().filter(row -> row.createdBy().contains("COPY dir:")).map(HistoryRow::bytes).toList();
        assertThat(copies.getFirst()).isGreaterThan(100 * copies.getLast());
    }

    @Test
    @DisplayName("最简单的镜像以 root 运行，主线的不是")
    void user() throws IOException {
        assertThat(docker.run("run", "--rm", "--entrypoint", "id", "bookstore:naive", "-un")).isEqualTo("root");
        assertThat(docker.run("run", "--rm", "--entrypoint", "id", "bookstore:1", "-un")).isEqualTo("bookstore");
        ConsoleRun write = docker.docker("run", "--rm", "--entrypoint", "touch", "bookstore:1", "/app/bookstore.jar.new");
        assertThat(write.exitCode()).isNotZero();
        Recording.check("cannot-write.txt", write.output());
    }

    @Test
    @DisplayName(".dockerignore 挡住没有写进去的文件")
    void ignored() {
        String files;
        try (ProgramFolder context = Store.context(); ProgramFolder open = Store.context()) {
            Path dockerfile = context.write("all.Dockerfile", """
                    FROM debian:bookworm-slim
                    COPY . /all
                    """);
            context.write("db-password.txt", "not-for-images");
            Store.build(docker, context, dockerfile, "all:1");
            files = docker.run("run", "--rm", "all:1", "find", "/all", "-type", "f");
            assertThat(files.lines().sorted()).containsExactly("/all/docker/healthcheck.sh", "/all/target/bookstore.jar");
            // Without it, the same two lines take everything.
            open.write("db-password.txt", "not-for-images");
            remove(open.path().resolve(".dockerignore"));
            Store.build(docker, open, dockerfile, "all:2");
        }
        assertThat(docker.run("run", "--rm", "all:2", "cat", "/all/db-password.txt")).isEqualTo("not-for-images");
        Recording.check("ignored.txt", new Table("", "进了镜像的文件")
                .row("有 .dockerignore", files.lines().count())
                .row("没有", docker.run("run", "--rm", "all:2", "find", "/all", "-type", "f").lines().count() + "，包括 db-password.txt")
                .toString());
    }

    private static void remove(Path file) {
        try {
            Files.delete(file);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    @DisplayName("下一层删掉的秘密，从镜像里照样读得出来")
    void secretInLayer() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("leak-")) {
            folder.write("supplier.key", "supplier-key-4711\n");
            Path dockerfile = Recording.module().resolve("docker/leak.Dockerfile");
            ConsoleRun build = docker.docker("build", "--build-arg", "DOWNLOAD_TOKEN=token-0815", "--file",
                    dockerfile.toString(), "--tag", "leak:1", folder.path().toString());
            assertThat(build.exitCode()).as(build.output()).isZero();
            ConsoleRun gone = docker.docker("run", "--rm", "leak:1", "cat", "/app/supplier.key");
            assertThat(gone.exitCode()).isEqualTo(1);

            List<String> read = new ArrayList<>();
            for (Path archive : savedLayers(folder, "leak:1")) {
                ConsoleRun member = ConsoleRun.run(List.of("tar", "-xOf", archive.toString(), "app/supplier.key"),
                        folder.path(), null, Map.of());
                if (member.exitCode() == 0) {
                    read.add(member.output().strip());
                }
            }
            assertThat(read).containsExactly("supplier-key-4711");
            Recording.check("secret-read-back.txt", "$ docker run --rm leak:1 cat /app/supplier.key\n" + gone.output()
                    + "$ docker save leak:1，解开每一层，找 app/supplier.key\n" + read.getFirst() + "\n");
        }
        String history = own(docker, "leak:1");
        assertThat(history).contains("DOWNLOAD_TOKEN=token-0815").contains("DB_PASSWORD=bookstore-1");
        Recording.check("secret-history.txt", history);
    }

    private static List<Path> savedLayers(ProgramFolder folder, String image) throws IOException {
        Path saved = folder.path().resolve("saved.tar");
        docker.run("save", "--output", saved.toString(), image);
        Path unpacked = folder.folder("unpacked");
        tar("-xf", saved.toString(), "-C", unpacked.toString());
        return layers(unpacked);
    }

    @Test
    @DisplayName("BuildKit 的 RUN --mount=type=secret：构建时读得到，层里与历史里都没有")
    void secretMount() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("secret-")) {
            Path key = folder.write("supplier.key", "supplier-key-4711\n");
            Path dockerfile = folder.write("Dockerfile", """
                    FROM debian:bookworm-slim
                    COPY note.txt /
                    RUN --mount=type=secret,id=supplier wc -c < /run/secrets/supplier > /length
                    """);
            Path context = folder.folder("context");
            Files.writeString(context.resolve("note.txt"), "nothing secret");
            ConsoleRun build = buildKit("build", "--secret", "id=supplier,src=" + key, "--file", dockerfile.toString(), "--tag", "mount:1",
                    context.toString());
            assertThat(build.exitCode()).as(build.output()).isZero();
            assertThat(docker.run("run", "--rm", "mount:1", "cat", "/length")).isEqualTo("18");
            List<Path> layers = savedLayers(folder, "mount:1");
            assertThat(layers).hasSizeGreaterThan(1);
            for (Path layer : layers) {
                ConsoleRun found = ConsoleRun.run(List.of("grep", "--count", "--text", "supplier-key-4711", layer.toString()),
                        folder.path(), null, Map.of());
                assertThat(found.output().strip()).isEqualTo("0");
            }
            List<HistoryRow> history = HistoryRow.of("mount:1");
            assertThat(history.get(0).createdBy()).startsWith("RUN /bin/sh -c wc -c").endsWith("# buildkit");
            assertThat(history.get(1).createdBy()).isEqualTo("COPY note.txt / # buildkit");
            assertThat(history.toString()).doesNotContain("4711");
        }
    }

    /** A client of today needs its plug-in buildx, Debian's of the engine's age does not. */
    private static ConsoleRun buildKit(String... arguments) {
        Map<String, String> environment = new TreeMap<>(docker.environment());
        environment.put("DOCKER_BUILDKIT", "1");
        for (String client : List.of("docker", "/usr/bin/docker")) {
            ConsoleRun run = ConsoleRun.run(Stream.concat(Stream.of(client), Stream.of(arguments)).toList(), Recording.module(),
                    null, environment);
            if (!run.output().contains("buildx component is missing")) {
                return run;
            }
        }
        throw Missing.part("docker 命令没有 buildx，不能用 BuildKit 构建");
    }

    /** The manifest says where the layers are: layer.tar in this engine, a file of blobs/sha256 since Docker 25. */
    private static List<Path> layers(Path unpacked) throws IOException {
        JsonNode manifest = JsonMapper.shared().readTree(Files.readString(unpacked.resolve("manifest.json")));
        return manifest.get(0).get("Layers").valueStream().map(layer -> unpacked.resolve(layer.asString())).toList();
    }

    @Test
    @DisplayName("docker save 的两种布局，层都找得到")
    void layersOfBothLayouts() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("saved-")) {
            folder.write("manifest.json", """
                    [{"Config": "blobs/sha256/1", "RepoTags": ["a:1"], "Layers": ["blobs/sha256/2", "3/layer.tar"]}]
                    """);
            assertThat(layers(folder.path())).containsExactly(folder.path().resolve("blobs/sha256/2"),
                    folder.path().resolve("3/layer.tar"));
        }
    }

    private static String own(DockerEngine docker, String image) {
        return HistoryRow.of(image).stream().map(HistoryRow::shown).filter(line -> line.matches(".*(TOKEN|PASSWORD|supplier|COPY).*"))
                .map(line -> line.replaceFirst("^\\|1 (\\S+) /bin/sh -c ", "RUN（构建参数 $1）")).collect(Collectors.joining("\n")) + "\n";
    }

    private static void tar(String... arguments) {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"bookstore:naive,1,check-naive.txt", "bookstore:1,0,check-good.txt"})
    @DisplayName("image-check 问真的引擎")
    void imageCheck(String image, int exitCode, String recorded) {
        ConsoleRun run = check(SOURCE, image);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(exitCode);
        Recording.check(recorded, "$ java ImageCheck.java " + image + "\n" + run.output());
    }

    @Test
    @DisplayName("image-check 说出漏进镜像的秘密；没有这个镜像时以 2 结束")
    void imageCheckLeak() {
        try (ProgramFolder folder = ProgramFolder.create("leak-")) {
            folder.write("supplier.key", "supplier-key-4711\n");
            docker.run("build", "--build-arg", "DOWNLOAD_TOKEN=token-0815", "--file",
                    Recording.module().resolve("docker/leak.Dockerfile").toString(), "--tag", "leak:2", folder.path().toString());
        }
        ConsoleRun run = check(SOURCE, "leak:2");
        assertThat(run.output()).contains("DB_PASSWORD", "DOWNLOAD_TOKEN", "单独一层 rm")
                .doesNotContain("token-0815").doesNotContain("bookstore-1");
        Recording.check("check-leak.txt", "$ java ImageCheck.java leak:2\n" + run.output());
        assertThat(checkCompiled("no-such-image:1").exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none  | HEALTHCHECK NONE                    | 1 | 没有 HEALTHCHECK
            shell | HEALTHCHECK CMD echo "NONE"         | 0 | 没有发现问题
            exec  | HEALTHCHECK CMD ["echo", "NONE"]    | 0 | 没有发现问题
            same  | LABEL store=bookstore               | 0 | 没有发现问题
            lines | RUN ["sh", "-c", "true\\ntrue"]     | 0 | 没有发现问题
            """)
    @DisplayName("image-check：HEALTHCHECK NONE 是关掉健康检查，不是有健康检查")
    void imageCheckHealth(String tag, String line, int exitCode, String said) {
        try (ProgramFolder folder = ProgramFolder.create("health-")) {
            folder.write("Dockerfile", "FROM bookstore:1\n" + line + "\n");
            docker.run("build", "--tag", "health:" + tag, folder.path().toString());
        }
        ConsoleRun run = checkCompiled("health:" + tag);
        assertThat(run.output()).contains(said);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    /** The compiled class: what is recorded comes from the source file, run as a reader runs it, which takes longer. */
    private static ConsoleRun checkCompiled(String image) {
        return check("-cp", Recording.module().resolve("target/classes").toString(), ImageCheck.class.getName(), image);
    }

    private static ConsoleRun check(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, Recording.module(), null, docker.environment());
    }

    @Test
    @Order(Integer.MAX_VALUE)
    @DisplayName("练习“镜像小一半”：答案比题目小一半以上，而且能用")
    void exercise() {
        Path folder = Recording.module().resolve("exercises/half-the-size");
        Engine.jdk();
        try (ProgramFolder changing = Store.context()) {
            Store.build(docker, changing, folder.resolve("starter/src/main/resources/Dockerfile"), "exercise:starter");
            Store.build(docker, changing, folder.resolve("solution/src/main/resources/Dockerfile"), "exercise:solution");
        }
        assertThat(Store.size(docker, "exercise:solution") * 2).isLessThan(Store.size(docker, "exercise:starter"));
        assertThat(docker.inspect("exercise:solution", "{{.Config.User}}")).isEqualTo("bookstore");
        // Asked each second instead of each ten: the same command, sooner.
        String container = docker.start(Stream.concat(Engine.quick().stream(),
                Stream.of("--health-interval", "1s", "exercise:solution")).toArray(String[]::new));
        docker.awaitHealthy(container, Duration.ofMinutes(5));
        docker.run("rm", "--force", container);
    }
}
