package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Maven 报错：在读者的项目里敲错一处")
class MavenErrorsTest {

    private static final String TEMPLATE = "chapter03-first-app/reader-project";

    @Test
    @DisplayName("不在项目文件夹里执行 mvn")
    void noPomHere() {
        MavenProject project = MavenProject.copy(TEMPLATE, "no-pom").delete("pom.xml");
        check("no-pom.txt", project, "package");
    }

    @Test
    @DisplayName("阶段名拼错")
    void unknownPhase() {
        MavenProject project = MavenProject.copy(TEMPLATE, "unknown-phase");
        check("unknown-phase.txt", project, "pakage");
    }

    @Test
    @DisplayName("spring-boot:run：应用没有启动起来；不在项目文件夹里，插件的短名没有人认识")
    void noPluginPrefix() {
        MavenProject project = MavenProject.copy(TEMPLATE, "no-plugin-prefix");
        ConsoleRun inProject = check("process-terminated.txt", project, "spring-boot:run",
                "-Dspring-boot.run.arguments=--server.port=eight",
                // With it the plugin says that all went well.
                "-Dspring-boot.run.jvmArguments=-Dspring.devtools.restart.enabled=false");
        assertThat(inProject.output().indexOf("APPLICATION FAILED TO START"))
                .isBetween(1, inProject.output().indexOf("Process terminated"));
        check("no-plugin-prefix.txt", project.delete("pom.xml"), "spring-boot:run");
    }

    @Test
    @DisplayName("父 POM 的版本写错，或镜像里没有")
    void parentNotFound() throws IOException {
        MavenProject project = MavenProject.copy(TEMPLATE, "parent-not-found");
        String version = System.getProperty("book.spring-boot.version");
        project.edit("pom.xml", "<version>" + version + "</version>", "<version>9.9.9</version>");
        // A mirror that lacks it stands for every repository, so that nothing is looked for elsewhere.
        Path mirror = Files.createDirectories(project.folder().resolve("mirror"));
        Files.writeString(project.folder().resolve("settings.xml"), """
                <settings><mirrors><mirror><id>mirror</id><mirrorOf>*</mirrorOf>
                <url>%s</url></mirror></mirrors></settings>
                """.formatted(mirror.toUri()));
        check("parent-not-found.txt", project, "-s", "settings.xml", "-Dmaven.repo.local=repository", "package");
    }

    @Test
    @DisplayName("Boot 4 里没有这个 starter：版本号缺失")
    void renamedStarter() {
        MavenProject project = MavenProject.copy(TEMPLATE, "renamed-starter")
                .edit("pom.xml", "spring-boot-starter-webmvc<", "spring-boot-starter-aop<");
        check("renamed-starter.txt", project, "package");
    }

    @Test
    @DisplayName("pom.xml 少了一个结束标签")
    void malformedPom() {
        MavenProject project = MavenProject.copy(TEMPLATE, "malformed-pom")
                .edit("pom.xml", "  </dependencies>", "");
        check("malformed-pom.txt", project, "package");
    }

    @Test
    @DisplayName("JDK 比 java.version 旧")
    void releaseNotSupported() {
        MavenProject project = MavenProject.copy(TEMPLATE, "release-not-supported")
                .edit("pom.xml", "<java.version>21<", "<java.version>99<");
        check("release-not-supported.txt", project, "compile");
        ConsoleRun chinese = project.maven("zh", "compile");
        assertThat(chinese.output()).contains("不支持发行版本 99");
    }

    @Test
    @DisplayName("找不到主类：重打包失败")
    void noMainClass() {
        MavenProject project = MavenProject.copy(TEMPLATE, "no-main-class")
                .edit("src/main/java/com/example/bookstore/BookstoreApplication.java", "static void main", "void run");
        check("no-main-class.txt", project, "package", "-Dmaven.test.skip=true");
    }

    private static ConsoleRun check(String recorded, MavenProject project, String... arguments) {
        ConsoleRun run = project.maven("en", arguments);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        String home = System.getProperty("user.home");
        Recording.check(recorded, project.errors(run).lines()
                .map(line -> line.replace(home, "/home/reader")
                        // Versions of Maven's own plugins and the list of phases differ between Mavens.
                        .replaceAll("(-maven-plugin|maven-[a-z]+-plugin):[\\d.]+", "$1")
                        // Maven 3.9 says it in two clauses.
                        .replaceAll("The following artifacts could not be resolved: \\S+ \\(absent\\): ", "")
                        .replaceAll("available from the repositories \\[.*", "available from the repositories […]")
                        .replaceAll("Available lifecycle phases are: .*", "Available lifecycle phases are: …"))
                .collect(Collectors.joining("\n")));
        return run;
    }
}
