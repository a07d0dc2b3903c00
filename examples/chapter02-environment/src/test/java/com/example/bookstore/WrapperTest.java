package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Maven Wrapper 从哪里下载 Maven")
class WrapperTest {

    @TempDir
    Path home;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "运行的是 mvnw，不是 mvnw.cmd")
    @DisplayName("settings.xml 的镜像不管 Wrapper，环境变量 MVNW_REPOURL 才管")
    void asksTheRepositoryFromTheEnvironment() throws IOException {
        try (Repositories repositories = new Repositories()) {
            MavenProject project = MavenProject.copy("chapter02-environment/wrapper", "wrapper");
            Files.createDirectories(home.resolve(".m2"));
            Files.writeString(home.resolve(".m2/settings.xml"), """
                    <settings><mirrors><mirror><id>mirror</id><mirrorOf>*</mirrorOf>
                    <url>%s/settings</url></mirror></mirrors></settings>
                    """.formatted(repositories.url()));
            ConsoleRun run = ConsoleRun.run(List.of("sh", "mvnw", "-v"), project.folder(), null,
                    Map.of("JAVA_HOME", System.getProperty("java.home"), "HOME", home.toString(),
                            "MAVEN_USER_HOME", home.resolve(".m2").toString(),
                            "MVNW_REPOURL", repositories.url() + "/mirror"));
            assertThat(run.exitCode()).isNotZero();
            Recording.checkVerbatim("wrapper-request.txt", String.join("\n", repositories.requests()) + "\n");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "运行的是 mvnw，不是 mvnw.cmd")
    @DisplayName("下载过的按换过开头的网址去找：变量设着，另一份克隆也不再下载；没有设，从原来的网址又下载一遍")
    void withoutTheVariableItIsDownloadedAgain() throws IOException {
        try (Repositories repositories = new Repositories()) {
            for (String repository : List.of("central", "mirror")) {
                for (String type : List.of("zip", "tar.gz")) {
                    repositories.publish(repository,
                            "org/apache/maven/apache-maven/3.9.11/apache-maven-3.9.11-bin." + type, maven(type));
                }
            }
            Map<String, String> plain = Map.of("JAVA_HOME", System.getProperty("java.home"), "HOME",
                    home.toString(), "MAVEN_USER_HOME", home.resolve(".m2").toString(), "MVNW_REPOURL", "");
            Map<String, String> mirrored = new HashMap<>(plain);
            mirrored.put("MVNW_REPOURL", repositories.url() + "/mirror");
            for (String clone : List.of("wrapper-first", "wrapper-first", "wrapper-second")) {
                runs(clone, repositories, mirrored);
                assertThat(repositories.asked("-bin")).as(clone).isEqualTo("mirror 200");
            }
            runs("wrapper-first", repositories, plain);
            assertThat(repositories.asked("-bin")).isEqualTo("mirror 200 → central 200");
        }
    }

    /** Runs {@code ./mvnw -v} of a clone, for which our server is Maven Central. */
    private static void runs(String clone, Repositories repositories, Map<String, String> environment) {
        MavenProject project = MavenProject.copy("chapter02-environment/wrapper", clone)
                .edit(".mvn/wrapper/maven-wrapper.properties", "https://repo.maven.apache.org/maven2",
                        repositories.url() + "/central");
        ConsoleRun run = ConsoleRun.run(List.of("sh", "mvnw", "-v"), project.folder(), null, environment);
        assertThat(run.output()).isEqualTo("downloaded -v\n");
        assertThat(run.exitCode()).isZero();
    }

    /** An archive as Maven's are, whose {@code mvn} says only that it was run; mvnw takes the zip if it can unzip. */
    private byte[] maven(String type) throws IOException {
        Path folder = Files.createDirectories(home.resolve("archive/apache-maven-3.9.11/bin"));
        Files.writeString(folder.resolve("mvn"), "#!/bin/sh\necho downloaded \"$@\"\n");
        Files.setPosixFilePermissions(folder.resolve("mvn"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path archive = home.resolve("maven." + type);
        if (type.equals("zip")) {
            try (FileSystem zip = FileSystems.newFileSystem(archive,
                    Map.of("create", true, "enablePosixFileAttributes", true))) {
                Path bin = Files.createDirectories(zip.getPath("apache-maven-3.9.11/bin"));
                Files.copy(folder.resolve("mvn"), bin.resolve("mvn"), StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        else {
            ConsoleRun tar = ConsoleRun.run(List.of("tar", "czf", archive.toString(), "apache-maven-3.9.11"),
                    home.resolve("archive"), null, Map.of());
            assertThat(tar.exitCode()).as(tar.output()).isZero();
        }
        return Files.readAllBytes(archive);
    }

    @Test
    @RequiresProgram("git")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows 的文件没有可执行权限")
    @DisplayName("mvnw 没有可执行权限：Permission denied；在 Git 里补上，取下来就有")
    void notExecutable() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/wrapper", "not-executable");
        ConsoleRun run = shell(project, "./mvnw -v");
        assertThat(run.exitCode()).isEqualTo(126);
        assertThat(run.output()).contains("./mvnw").contains("Permission denied");
        String commit = " && git -c user.name=a -c user.email=a@example.com commit -qm mvnw";
        ConsoleRun plain = shell(project, "git init -q . && git add ." + commit
                + " && git clone -q . plain && test ! -x plain/mvnw");
        assertThat(plain.exitCode()).as(plain.output()).isZero();
        ConsoleRun mended = shell(project, "git add --chmod=+x mvnw" + commit
                + " && git clone -q . mended && test -x mended/mvnw");
        assertThat(mended.exitCode()).as(mended.output()).isZero();
    }

    private ConsoleRun shell(MavenProject project, String command) {
        return ConsoleRun.run(List.of("sh", "-c", command), project.folder(), null,
                Map.of("HOME", home.toString(), "GIT_CONFIG_NOSYSTEM", "1", "LC_ALL", "C"));
    }

    @Test
    @DisplayName("仓库里的三个文件就是插件生成的，没有手改过")
    void filesAreTheOnesThePluginWrites() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/compile-lab", "wrapper-generated");
        ConsoleRun run = project.maven("en", "-q", "-Dmaven=3.9.11",
                "org.apache.maven.plugins:maven-wrapper-plugin:3.3.4:wrapper");
        assertThat(run.exitCode()).as(run.output()).isZero();
        for (String file : List.of("mvnw", "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties")) {
            assertThat(project.folder().resolve(file)).as(file)
                    .hasSameTextualContentAs(Recording.module().resolve("wrapper").resolve(file));
        }
    }

    @Test
    @DisplayName("settings.xml 里有 mirrorOf 写 * 的镜像，或者设着 MVNW_REPOURL：写进去的网址就是它的")
    void aMirrorOfEverythingIsWrittenIntoTheAddress() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/compile-lab", "wrapper-mirrored");
        String plugin = "org.apache.maven.plugins:maven-wrapper-plugin:3.3.4:wrapper";
        ConsoleRun plain = project.maven("en", "-q", plugin);
        assertThat(plain.exitCode()).as(plain.output()).isZero();
        // The mirror must have the plugin: it is the folder to which the first run has downloaded it.
        String mirror = Path.of(System.getProperty("localRepository",
                System.getProperty("user.home") + "/.m2/repository")).toUri().toString().replaceAll("/$", "");
        Files.writeString(project.folder().resolve("settings.xml"), """
                <settings><mirrors><mirror><id>office</id><mirrorOf>*</mirrorOf>
                <url>%s</url></mirror></mirrors></settings>
                """.formatted(mirror));
        ConsoleRun run = project.maven("en", "-q", "-s", "settings.xml", "-Dmaven.repo.local=repository",
                "-Dmaven=3.9.11", plugin);
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(Files.readString(project.folder().resolve(".mvn/wrapper/maven-wrapper.properties")))
                .contains("distributionUrl=" + mirror + "/org/apache/maven/apache-maven/3.9.11/");

        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("MVNW_REPOURL", "https://maven.example.com/public");
        ConsoleRun named = ConsoleRun.run(MavenProject.mavenCommand("-q", "-Dmaven=3.9.11", plugin),
                project.folder(), null, environment);
        assertThat(named.exitCode()).as(named.output()).isZero();
        assertThat(Files.readString(project.folder().resolve(".mvn/wrapper/maven-wrapper.properties")))
                .contains("distributionUrl=https://maven.example.com/public/org/apache/maven/apache-maven/3.9.11/");
    }
}
