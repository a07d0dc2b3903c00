package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Dockerfile：不启动容器引擎，照做 RUN、COPY、ENTRYPOINT")
class ContainerTests {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    Path folder;

    @Test
    @RequiresService(Service.POSTGRESQL)
    @DisplayName("照 Dockerfile 的步骤拼出 /app，用 ENTRYPOINT 的命令能启动")
    void entrypoint() throws IOException {
        Path app = assemble();
        try (Database database = new Database()) {
            int port = RunningProgram.freePort();
            Map<String, String> environment = new HashMap<>(database.applicationEnvironment());
            environment.put("SERVER_PORT", String.valueOf(port));
            try (RunningProgram program = RunningProgram.start(entrypointCommand(), app, environment)) {
                program.await("Started BookstoreApplication");
                try (Wire wire = new Wire(port)) {
                    assertThat(wire.send("GET /books/1").status()).isEqualTo(200);
                }
                program.terminate();
                assertThat(program.exitCode()).isEqualTo(143);
            }
        }
    }

    @Test
    @DisplayName("改一行代码，只有最上面的 application 层变")
    void layers() throws IOException {
        Path extracted = extract(folder.resolve("first"), Recording.module().resolve("target/bookstore.jar"));
        Path changed = extract(folder.resolve("second"), Release.build("expand", folder));
        Table table = new Table("层", "文件", "第二版里变了的");
        for (String layer : List.of("dependencies", "spring-boot-loader", "snapshot-dependencies", "application")) {
            Map<String, Long> before = files(extracted.resolve(layer));
            Map<String, Long> after = files(changed.resolve(layer));
            long different = after.entrySet().stream()
                    .filter(entry -> !entry.getValue().equals(before.get(entry.getKey()))).count();
            table.row(layer, before.size(), different);
            assertThat(different).isEqualTo(layer.equals("application") ? 1 : 0);
        }
        assertThat(files(extracted.resolve("application"))).hasSize(1);
        Recording.check("layers.txt", table.toString());
    }

    @Test
    @DisplayName("内存 512 MiB 的容器：默认只用四分之一作堆")
    void heap() {
        Table table = new Table("JVM 参数", "堆的上限");
        table.row("（没有）", heapOf());
        String flag = entrypointCommand().stream().filter(word -> word.contains("MaxRAMPercentage")).findFirst()
                .orElseThrow();
        table.row(flag, heapOf(flag));
        Recording.check("heap.txt", table.toString());
        assertThat(table.toString()).containsPattern("（没有） +128 MiB").containsPattern("=50 +256 MiB");
    }

    /** -XX:MaxRAM 让 JVM 以为机器只有这么多内存，和容器的限额是同一笔账。 */
    private String heapOf(String... flags) {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:MaxRAM=512m", "-XX:+PrintFlagsFinal"));
        command.addAll(List.of(flags));
        command.add("-version");
        String output = ConsoleRun.run(command, folder, null, Map.of()).output();
        Matcher size = Pattern.compile("size_t MaxHeapSize += (\\d+)").matcher(output);
        assertThat(size.find()).as(output).isTrue();
        return Math.round(Long.parseLong(size.group(1)) / 1024.0 / 1024.0) + " MiB";
    }

    /** 把 RUN 与 COPY 照做一遍，路径换到临时目录里。 */
    private Path assemble() throws IOException {
        Path builder = folder.resolve("builder");
        extract(builder, Recording.module().resolve("target/bookstore.jar"));
        Path app = Files.createDirectories(folder.resolve("app"));
        Matcher copies = Pattern.compile("(?m)^COPY --from=builder (/builder/\\S+)/ \\./$").matcher(dockerfile());
        int count = 0;
        while (copies.find()) {
            Path layer = folder.resolve(copies.group(1).substring(1));
            assertThat(layer).isDirectory();
            for (Path file : walk(layer).filter(Files::isRegularFile).toList()) {
                Path target = app.resolve(layer.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
            count++;
        }
        // 四层一层不少，jar 里列出的也正是这四层。
        try (Stream<Path> layers = Files.list(builder.resolve("extracted"))) {
            assertThat(layers.toList()).hasSize(count);
        }
        return app;
    }

    private static Path extract(Path folder, Path jar) throws IOException {
        Files.createDirectories(folder);
        Files.copy(jar, folder.resolve("bookstore.jar"));
        ConsoleRun run = ConsoleRun.run(List.of("sh", "-c", match("(?m)^RUN (java .*)$")
                .replaceFirst("^java", JAVA)), folder, null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return folder.resolve("extracted");
    }

    private static List<String> entrypointCommand() {
        String json = match("(?s)\\nENTRYPOINT (\\[.*?])").replace("\\\n", "");
        List<String> command = new ArrayList<>(List.of(JsonMapper.shared().readValue(json, String[].class)));
        assertThat(command.getFirst()).isEqualTo("java");
        command.set(0, JAVA);
        return command;
    }

    private static String match(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(dockerfile());
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static String dockerfile() {
        return Server.read("Dockerfile");
    }

    /** 文件的相对路径与校验值；没有这一层是空的。 */
    private static Map<String, Long> files(Path folder) throws IOException {
        Map<String, Long> files = new HashMap<>();
        for (Path file : walk(folder).filter(Files::isRegularFile).toList()) {
            java.util.zip.CRC32 sum = new java.util.zip.CRC32();
            sum.update(Files.readAllBytes(file));
            files.put(folder.relativize(file).toString(), sum.getValue());
        }
        return files;
    }

    private static Stream<Path> walk(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.toList().stream();
        }
    }
}
