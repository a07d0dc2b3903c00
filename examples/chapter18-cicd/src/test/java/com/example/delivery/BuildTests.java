package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("build.sh：一份产物；缓存能让不该成功的构建成功")
@Order(3)
class BuildTests {

    @TempDir
    static Path folder;

    private static MavenProject project;
    private static Path release;
    private static long downloaded;

    /** 内部仓库里有 prices；Maven Central 由这台机器的本地仓库代替，不用上网。 */
    private static void repositories() throws IOException {
        project = MavenProject.copy("chapter18-cicd/project", "build");
        publishPrices();
        String central = Path.of(System.getProperty("chapter.repository")).toUri().toString();
        Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <mirror><id>central</id><mirrorOf>central</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                  <profiles>
                    <profile>
                      <id>company</id>
                      <repositories>
                        <repository><id>company</id><url>%s</url></repository>
                      </repositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>company</activeProfile></activeProfiles>
                </settings>
                """.formatted(central, company().toUri()));
        Files.createDirectories(project.folder().resolve(".mvn"));
        Files.writeString(project.folder().resolve(".mvn/maven.config"), "-s\n" + folder.resolve("settings.xml") + "\n");
    }

    /** 同一个版本构建两次：第一次的放好了；第二次的时候依赖已经不在仓库里，缓存还在，产物放在 again。 */
    @BeforeAll
    static void twice() throws IOException {
        repositories();
        ConsoleRun first = build("cache", "2.0.0");
        assertThat(first.exitCode()).as(first.output()).isZero();
        downloaded = files("cache");
        assertThat(downloaded).isGreaterThan(100);
        release = project.folder().resolve("release");
        assertThat(Files.readString(release.resolve("bookstore.jar.sha256")))
                .isEqualTo(Scripts.sha256(release.resolve("bookstore.jar")) + "  bookstore.jar\n");
        assertThat(first.output()).endsWith("产物：release/bookstore.jar，版本 2.0.0\n");
        assertThat(install().output()).isEqualTo("已放好 2.0.0\n");

        deletePrices();
        // 在同一个目录里再构建：上一次留下的，这一版已经没有了
        Files.createDirectories(project.folder().resolve("target/classes/db/migration"));
        Files.createFile(project.folder().resolve("target/classes/db/migration/V2__deleted.sql"));
        ConsoleRun cached = build("cache", "2.0.0");
        assertThat(cached.exitCode()).as(cached.output()).isZero();
        assertThat(files("cache")).isEqualTo(downloaded);
        try (FileSystem jar = FileSystems.newFileSystem(release.resolve("bookstore.jar"))) {
            assertThat(jar.getPath("/db")).doesNotExist();
        }
        Files.move(release, project.folder().resolve("again"));
    }

    private static Path company() {
        return folder.resolve("company");
    }

    private static void publishPrices() throws IOException {
        Path source = Files.createDirectories(folder.resolve("prices")).resolve("Prices.java");
        Files.writeString(source, """
                package com.example.prices;
                public class Prices {
                    public static int sum(int... cents) {
                        return java.util.Arrays.stream(cents).sum();
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "21",
                "-d", folder.resolve("prices").toString(), source.toString())).isZero();
        Path artifact = Files.createDirectories(company().resolve("com/example/prices/1.0.0"));
        try (FileSystem jar = FileSystems.newFileSystem(artifact.resolve("prices-1.0.0.jar"), Map.of("create", "true"))) {
            Files.createDirectories(jar.getPath("/com/example/prices"));
            Files.copy(folder.resolve("prices/com/example/prices/Prices.class"), jar.getPath("/com/example/prices/Prices.class"));
        }
        Files.writeString(artifact.resolve("prices-1.0.0.pom"), """
                <project><modelVersion>4.0.0</modelVersion>
                <groupId>com.example</groupId><artifactId>prices</artifactId><version>1.0.0</version></project>
                """);
    }

    /** @param cache 缓存了本地仓库的目录 */
    private static ConsoleRun build(String cache, String version) {
        return Scripts.run(project.folder(), Map.of("JAVA_HOME", System.getProperty("java.home"),
                "MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Duser.language=en -Dmaven.repo.local=" + folder.resolve(cache)),
                "pipeline/build.sh", version);
    }

    private static long files(String cache) throws IOException {
        Path root = folder.resolve(cache);
        if (!Files.isDirectory(root)) {
            return 0;
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> file.toString().matches(".*\\.(jar|pom)")).count();
        }
    }

    @Test
    @DisplayName("缓存让第二次构建一个文件也不用下载；依赖已经没有了，它还是成功，换一台机器才失败")
    void cacheHidesAMissingDependency() throws IOException {
        ConsoleRun fresh = build("another-machine", "2.0.1");
        assertThat(fresh.exitCode()).isNotZero();
        assertThat(release).doesNotExist();
        String error = fresh.output().lines().filter(line -> line.contains("Could not find artifact")).findFirst().orElseThrow()
                .replaceAll(".*(Could not find artifact com.example:prices:jar:1.0.0).*", "$1");
        assertThat(error).startsWith("Could not find artifact");
        Recording.check("cache.txt", "空的缓存：下载了 100 个以上的文件，构建成功\n"
                + "把 prices 从仓库删掉，缓存还在：下载 " + (files("cache") - downloaded) + " 个文件，构建成功\n"
                + "换一台机器，缓存是空的：构建失败\n");
        Recording.check("missing-artifact.txt", error);

        publishPrices();
        project.edit("src/test/java/com/example/bookstore/BasketTest.java", "21800", "21801");
        ConsoleRun red = build("cache", "2.0.2");
        assertThat(red.exitCode()).isNotZero();
        assertThat(release).doesNotExist();
        Recording.check("red-build.txt", "$ ./pipeline/build.sh 2.0.2\n" + red.output().lines()
                .filter(line -> line.contains("BasketTest.total") && line.contains("expected")).findFirst().orElseThrow()
                + "\n…\nrelease/ 目录：" + (Files.exists(release) ? "有" : "没有") + "\n");
    }

    @Test
    @DisplayName("同一个版本号再构建一次，是另一份 jar：已经放好的那一份不会被盖掉，发布停下")
    void builtAgainIsAnotherFile() throws IOException {
        Path again = project.folder().resolve("again");
        Path installed = folder.resolve("opt/releases/2.0.0/bookstore.jar");
        String first = Scripts.sha256(installed);
        assertThat(Scripts.sha256(again.resolve("bookstore.jar"))).isNotEqualTo(first);
        Files.move(again, project.folder().resolve("release"));
        ConsoleRun refused = install();
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("内容不同");
        assertThat(Scripts.sha256(installed)).isEqualTo(first);
    }

    private static ConsoleRun install() {
        return Scripts.run(project.folder(), Map.of("HOME_FOLDER", folder.resolve("opt").toString()),
                "pipeline/install.sh", "2.0.0");
    }

    private static void deletePrices() throws IOException {
        try (Stream<Path> files = Files.list(company().resolve("com/example/prices/1.0.0"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
