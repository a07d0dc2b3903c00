package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JAVA_HOME 指错")
class JavaHomeTest {

    /** Not {@code /opt/jdk-25}: that is where the page lets the reader install. */
    private static final String NO_SUCH_FOLDER = "/opt/no-such-jdk";

    @Test
    @DisplayName("目录不存在：mvn 拒绝运行")
    void missingFolder() {
        ConsoleRun run = mvn(NO_SUCH_FOLDER);
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("java-home-missing.txt", run.output());
    }

    @Test
    @DisplayName("多写了末尾的 bin：同一句话")
    void pointsAtBin() {
        ConsoleRun run = mvn(Path.of(System.getProperty("java.home"), "bin").toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEqualTo(mvn(NO_SUCH_FOLDER).output());
    }

    @Test
    @DisplayName("JAVA_HOME 盖过 PATH：PATH 里的 java 是好的也没有用")
    void beatsThePath() {
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("PATH", Path.of(System.getProperty("java.home"), "bin")
                + System.getProperty("path.separator") + System.getenv("PATH"));
        environment.put("JAVA_HOME", NO_SUCH_FOLDER);
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand("-v"), Recording.module(), null, environment);
        assertThat(run.exitCode()).isEqualTo(1);
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        assertThat(ConsoleRun.run(MavenProject.mavenCommand("-v"), Recording.module(), null, environment).output())
                .contains("Java version: " + System.getProperty("java.version"));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "PATH 里的程序用脚本冒充")
    @DisplayName("没有设 JAVA_HOME，PATH 里也没有 java：同样两句话")
    void noJavaAnywhere(@TempDir Path bin) throws IOException {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            for (String name : List.of("uname", "dirname", "ls", "expr", "sed", "cat", "tr")) {
                Path program = Path.of(folder, name);
                if (Files.isExecutable(program) && Files.notExists(bin.resolve(name))) {
                    Files.writeString(bin.resolve(name), "#!/bin/sh\nexec '" + program + "' \"$@\"\n");
                    assertThat(bin.resolve(name).toFile().setExecutable(true)).isTrue();
                }
            }
        }
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand("-v"), Recording.module(), null,
                Map.of("JAVA_HOME", "", "PATH", bin.toString()));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEqualTo(mvn(NO_SUCH_FOLDER).output());
    }

    @Test
    @DisplayName("没有编译器的运行环境：No compiler is provided")
    void withoutCompiler() {
        MavenProject project = MavenProject.copy("chapter02-environment/compile-lab", "without-compiler");
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        // What makes a JRE: the module jdk.compiler is not there.
        environment.put("MAVEN_OPTS", environment.get("MAVEN_OPTS") + " --limit-modules java.se,jdk.unsupported");
        ConsoleRun run = ConsoleRun.run(MavenProject.mavenCommand("compile"), project.folder(), null, environment);
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("no-compiler.txt", run.output().lines()
                .filter(line -> line.startsWith("[ERROR] No compiler is provided")).findFirst().orElseThrow());
    }

    @Test
    @DisplayName("release 写 17：新 JDK 编译出来的是 JDK 17 的类，17 没有的 API 编译时就报错")
    void compilesForAnOlderJdk() throws IOException {
        MavenProject project = MavenProject.copy("chapter02-environment/compile-lab", "older-jdk")
                .edit("pom.xml", "<maven.compiler.release>21<", "<maven.compiler.release>17<");
        ConsoleRun run = project.maven("en", "-q", "compile");
        assertThat(run.exitCode()).as(run.output()).isZero();
        Path greeting = project.folder().resolve("target/classes/com/example/bookstore/Greeting.class");
        // Class file version 61 is Java 17.
        assertThat(Files.readAllBytes(greeting)[7]).isEqualTo((byte) 61);

        // List.reversed() came with Java 21.
        project.edit("src/main/java/com/example/bookstore/Greeting.java", "\"你好，书店\"",
                "java.util.List.of(\"书店\", \"你好\").reversed()");
        ConsoleRun newer = project.maven("en", "-q", "compile");
        assertThat(newer.exitCode()).isEqualTo(1);
        assertThat(newer.output()).contains("cannot find symbol", "method reversed()");
    }

    @Test
    @DisplayName("没有编译器的 java 也不能直接运行源文件")
    void sourceLauncherNeedsTheCompiler() {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("en", "--limit-modules", "java.se",
                "encoding/Encodings.java"), Recording.module(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("Module jdk.compiler not in boot Layer");
    }

    private static ConsoleRun mvn(String javaHome) {
        return ConsoleRun.run(MavenProject.mavenCommand("-v"), Recording.module(), null,
                Map.of("JAVA_HOME", javaHome));
    }
}
