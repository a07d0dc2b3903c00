package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
