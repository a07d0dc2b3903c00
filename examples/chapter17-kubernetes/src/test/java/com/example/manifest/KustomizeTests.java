package com.example.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.Recording;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kubectl} does without a cluster. Needs one with Kustomize 5, newer than Debian's. */
class KustomizeTests {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void copy() throws IOException {
        try {
            if (!kubectl("version", "--client").output().contains("Kustomize Version: v5")) {
                throw Missing.part("kubectl 太旧：需要 1.27 或更新的");
            }
        }
        catch (UncheckedIOException ex) {
            throw Missing.part("PATH 里没有 kubectl：请安装 1.27 或更新的");
        }
        Path source = Recording.module().resolve("k8s");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.sorted().toList()) {
                Path copy = folder.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                }
                else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static ConsoleRun kubectl(String... arguments) {
        List<String> command = Stream.concat(Stream.of("kubectl"), Stream.of(arguments)).toList();
        return ConsoleRun.run(command, Recording.module(), null, Map.of("KUBECONFIG", "/dev/null"));
    }

    private static String render() {
        ConsoleRun run = kubectl("kustomize", folder.resolve("overlays/prod").toString());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    private static String edit(String file, String text, String replacement) throws IOException {
        Path path = folder.resolve(file);
        String before = Files.readString(path);
        assertThat(before).contains(text);
        Files.writeString(path, before.replace(text, replacement));
        return before;
    }

    @Test
    void production() throws IOException {
        String yaml = render();
        StrictTests.validate(yaml);
        assertThat(ManifestCheck.check(yaml)).isEmpty();
        assertThat(yaml).doesNotContain("replicas:");
        // Of the two kinds that the page speaks of, the lines that differ from those of k8s/base.
        Recording.check("rendered.txt", Stream.of(yaml.split("---\n"))
                .filter(document -> document.matches("(?s).*?^?kind: (ConfigMap|Deployment)\n.*")
                        && !document.contains("scaleTargetRef"))
                .map(document -> document.lines().filter(line -> line.matches(
                        "kind: .*|  name: .*|  replicas: .*| +image: .*|  BOOKSTORE.*| +name: bookstore-prod.*"))
                        .collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n---\n")));
    }

    @Test
    void changedContentChangesTheName() throws IOException {
        String before = render();
        assertThat(render()).isEqualTo(before);
        String file = "overlays/prod/kustomization.yaml";
        String original = edit(file, "欢迎光临正式店", "新年快乐");
        String after = render();
        Files.writeString(folder.resolve(file), original);
        assertThat(name(after)).isNotEqualTo(name(before));
        // The ConfigMap's own name, and the one that the Deployment asks for.
        assertThat(after.split(name(after), -1)).hasSize(3);
        assertThat(after).doesNotContain(name(before));
    }

    private static String name(String yaml) {
        return yaml.replaceFirst("(?s).*?(bookstore-prod-\\w+).*", "$1");
    }

    /** A patch for a name that is not there is not an error. */
    @Test
    void patchForNobody() throws IOException {
        String file = "overlays/prod/kustomization.yaml";
        String original = edit(file, "      name: bookstore\n    patch", "      name: book-store\n    patch");
        String yaml = render();
        Files.writeString(folder.resolve(file), original);
        assertThat(yaml.split("bookstore-prod", -1)).hasSize(2);
    }

    @Test
    void missingFile() throws IOException {
        String file = "overlays/prod/kustomization.yaml";
        String original = edit(file, "  - hpa.yaml", "  - hpa.yml");
        ConsoleRun run = kubectl("kustomize", folder.resolve("overlays/prod").toString());
        Files.writeString(folder.resolve(file), original);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("hpa.yml", "no such file or directory");
        Matcher message = Pattern.compile("accumulating resources: .*?'hpa\\.yml'").matcher(run.output());
        assertThat(message.find()).as(run.output()).isTrue();
        Recording.check("kustomize-missing.txt", message.group() + ": …");
    }

    @Test
    void noCluster() {
        ConsoleRun run = kubectl("--server=http://127.0.0.1:1", "get", "pods");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("no-cluster.txt", run.output().lines().filter(line -> line.startsWith("The connection"))
                .collect(Collectors.joining("\n")));
    }

    /** Who has never told kubectl of a cluster. */
    @Test
    void noContext() {
        ConsoleRun run = kubectl("config", "current-context");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("current-context is not set");
        assertThat(kubectl("get", "pods").output()).contains("The connection to the server localhost:8080 was refused");
    }
}
