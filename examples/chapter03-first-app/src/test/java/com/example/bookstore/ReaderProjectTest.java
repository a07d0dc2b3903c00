package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

import com.example.book.ConsoleRun;
import com.example.book.HttpRequestFile;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Types what the chapter tells the reader to type, in a folder of its own. */
@DisplayName("读者照着正文敲出来的项目")
class ReaderProjectTest {

    private static final String JAR = "target/bookstore-0.0.1-SNAPSHOT.jar";

    private static MavenProject project;
    private static ConsoleRun mavenPackage;

    @BeforeAll
    static void packageOnce() {
        project = MavenProject.copy("chapter03-first-app/reader-project", "bookstore");
        mavenPackage = project.maven("en", "package");
    }

    @Test
    @DisplayName("mvn package 编译、测试、打包都成功")
    void packages() {
        assertThat(mavenPackage.exitCode()).as(mavenPackage.output()).isZero();
        Recording.check("package.txt", project.lines(mavenPackage, line ->
                line.startsWith("[INFO] Compiling") || line.startsWith("[INFO] Tests run")
                        || line.startsWith("[INFO] Building jar") || line.startsWith("[INFO] Replacing")
                        || line.startsWith("[INFO] The original") || line.startsWith("[INFO] BUILD"))
                .replaceAll("Time elapsed: [\\d.]+ s", "Time elapsed: 2.345 s"));
    }

    @Test
    @DisplayName("改坏一个字：测试变红，构建失败，jar 不会打出来")
    void aBrokenAnswerTurnsTheTestRed() {
        MavenProject broken = MavenProject.copy("chapter03-first-app/reader-project", "bookstore-broken")
                .edit("src/main/java/com/example/bookstore/BookController.java", "你好，书店", "你好，书屋");
        ConsoleRun run = broken.maven("en", "package");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(broken.folder().resolve(JAR)).doesNotExist();
        Recording.check("red-test.txt", run.output().lines()
                .dropWhile(line -> !line.startsWith("[ERROR] Failures:"))
                .takeWhile(line -> !line.startsWith("[ERROR] Failed to execute"))
                .filter(line -> !line.equals("[INFO] ") && !line.startsWith("[INFO] ---")
                        && !line.startsWith("[INFO] Total") && !line.startsWith("[INFO] Finished"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("测试输出里关于 Mockito 的警告不是错误")
    void testsWarnAboutMockito() {
        Recording.check("mockito-warning.txt", project.lines(mavenPackage,
                line -> line.startsWith("Mockito is currently") || line.startsWith("WARNING: Dynamic loading")));
    }

    @Test
    @DisplayName("java -jar 启动，两个接口都有响应，敲错的路径是 404")
    void answersRequests() {
        int port = RunningProgram.freePort();
        try (RunningProgram app = run(Map.of("SERVER_PORT", String.valueOf(port)))) {
            app.await("Started BookstoreApplication");
            Recording.check("startup.txt", project.readersPaths(app.output()));
            HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port)).runAndCheck();
            Recording.check("first-request.txt", project.readersPaths(app.output()).lines()
                    .dropWhile(line -> !line.contains("Started BookstoreApplication")).skip(1)
                    .collect(Collectors.joining("\n")));
        }
    }

    @Test
    @DisplayName("端口被占：启动失败，退出码 1，没有调用栈")
    void portInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, null)) {
            ConsoleRun run = project.java(Map.of("SERVER_PORT", String.valueOf(other.getLocalPort())), "-jar", JAR);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).doesNotContain("\tat ");
            Recording.check("port-in-use.txt", fromFailure(run.output()));
        }
    }

    @Test
    @DisplayName("端口被占，用 spring-boot:run 启动：说明照样有，但有了 DevTools，退出码是 0，Maven 说成功")
    void portInUseWithDevTools() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, null)) {
            Map<String, String> environment = new TreeMap<>(MavenProject.environment("en"));
            environment.put("SERVER_PORT", String.valueOf(other.getLocalPort()));
            ConsoleRun run = ConsoleRun.run(
                    MavenProject.mavenCommand("spring-boot:run"), project.folder(), null, environment);
            assertThat(run.output()).contains("APPLICATION FAILED TO START", "was already in use", "BUILD SUCCESS");
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    @DisplayName("改端口：命令行参数盖过环境变量，环境变量盖过 application.properties")
    void changesThePort() throws IOException {
        int fromArgument = RunningProgram.freePort();
        int fromEnvironment = RunningProgram.freePort();
        int fromFile = RunningProgram.freePort();
        MavenProject changed = MavenProject.copy("chapter03-first-app/reader-project", "bookstore-port");
        Files.createDirectories(changed.folder().resolve("target"));
        Files.copy(project.folder().resolve(JAR), changed.folder().resolve(JAR));
        // A file beside the working directory's jar wins over the one inside it, as chapter 5 explains.
        Files.writeString(changed.folder().resolve("application.properties"), "server.port=" + fromFile + "\n");
        assertThat(portOf(changed, Map.of("SERVER_PORT", "" + fromEnvironment), "--server.port=" + fromArgument))
                .isEqualTo(fromArgument);
        assertThat(portOf(changed, Map.of("SERVER_PORT", "" + fromEnvironment))).isEqualTo(fromEnvironment);
        assertThat(portOf(changed, Map.of())).isEqualTo(fromFile);
        assertThat(java("en", "--server.port=" + fromArgument, "-jar", JAR)).contains("Unrecognized option: --server.port");
    }

    @Test
    @DisplayName("配置文件读不进来，错在 Starting 之前；值不对，错在 No active profile set 之后")
    void whereABadConfigurationFails() throws IOException {
        Path broken = Files.createDirectories(project.folder().resolve("broken"));
        Files.writeString(broken.resolve("application.yaml"), "server:\n  port: 0\n name: bookstore\n");
        String unreadable = java("en", "-jar", JAR, "--spring.config.additional-location=broken/");
        assertThat(unreadable).contains("Application run failed", "expected <block end>")
                .doesNotContain("Starting BookstoreApplication");
        String unusable = java("en", "-jar", JAR, "--server.port=abc");
        assertThat(unusable).containsSubsequence("Starting BookstoreApplication", "No active profile set",
                "Failed to bind properties under 'server.port'").doesNotContain("Tomcat initialized");
    }

    @Test
    @DisplayName("spring-boot-maven-plugin 对 jar 做的三件事：清单、位置、依赖")
    void repackagingChangesManifestPlacesAndDependencies() throws IOException {
        Recording.check("jar-before.txt", contents(project.folder().resolve(JAR + ".original")));
        Recording.check("jar-after.txt", contents(project.folder().resolve(JAR)));
        assertThat(contents(project.folder().resolve(JAR)))
                .as("DevTools 不进可执行 jar").doesNotContain("devtools");
    }

    @Test
    @DisplayName("没有重打包的 jar：java -jar 说没有主清单属性；指定主类又缺依赖")
    void theOriginalJarDoesNotRun() {
        Recording.check("no-main-manifest.txt", java("en", "-jar", JAR + ".original"));
        Recording.check("no-main-manifest-zh.txt", java("zh", "-jar", JAR + ".original"));
        String missing = java("en", "-cp", JAR + ".original", "com.example.bookstore.BookstoreApplication");
        assertThat(missing).contains("java.lang.NoClassDefFoundError: org/springframework/boot/SpringApplication");
        Recording.check("no-class-def.txt", missing.lines()
                .filter(line -> !line.startsWith("\tat ") && !line.contains("...")).collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("pom 里少了打包插件：spring-boot:run 照样启动，打出来的 jar 运行不了")
    void theRunGoalWorksWithoutThePluginInThePom() {
        MavenProject without = MavenProject.copy("chapter03-first-app/reader-project", "bookstore-without-plugin")
                .edit("pom.xml", """
                          <build>
                            <plugins>
                              <plugin>
                                <groupId>org.springframework.boot</groupId>
                                <artifactId>spring-boot-maven-plugin</artifactId>
                              </plugin>
                            </plugins>
                          </build>
                        """, "");
        ConsoleRun run = without.maven("en", "package", "-DskipTests");
        assertThat(run.exitCode()).as(run.output()).isZero();
        ConsoleRun jar = without.java(Map.of(), "-jar", JAR);
        assertThat(jar.exitCode()).isEqualTo(1);
        assertThat(jar.output()).contains("no main manifest attribute");
        Map<String, String> environment = new TreeMap<>(MavenProject.environment("en"));
        environment.put("SERVER_PORT", "0");
        try (RunningProgram app = RunningProgram.start(
                MavenProject.mavenCommand("spring-boot:run"), without.folder(), environment)) {
            app.await("Started BookstoreApplication");
        }
    }

    private static RunningProgram run(Map<String, String> environment, String... arguments) {
        List<String> command = MavenProject.javaCommand("zh", "-jar", JAR);
        command.addAll(List.of(arguments));
        return RunningProgram.start(command, project.folder(), environment);
    }

    private static String java(String language, String... arguments) {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand(language, arguments), project.folder(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        return run.output();
    }

    private static int portOf(MavenProject folder, Map<String, String> environment, String... arguments) {
        List<String> command = MavenProject.javaCommand("en", "-jar", JAR);
        command.addAll(List.of(arguments));
        try (RunningProgram app = RunningProgram.start(command, folder.folder(), environment)) {
            app.await("Tomcat started on port ");
            return Integer.parseInt(app.output().replaceAll("(?s).*Tomcat started on port (\\d+).*", "$1"));
        }
    }

    private static String fromFailure(String output) {
        return output.substring(output.indexOf("***************************"));
    }

    /** Manifest entries and what stands in which folder; versions left out, they change with every patch. */
    private static String contents(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile()); InputStream manifest =
                file.getInputStream(file.getEntry("META-INF/MANIFEST.MF"))) {
            StringBuilder text = new StringBuilder("META-INF/MANIFEST.MF\n");
            new String(manifest.readAllBytes()).lines()
                    .filter(line -> line.matches("(Main|Start)-Class: .*|Spring-Boot-(Classes|Lib): .*"))
                    .forEach(line -> text.append("  ").append(line).append('\n'));
            Map<String, List<String>> folders = new TreeMap<>(file.stream().filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName).filter(name -> !name.startsWith("META-INF/"))
                    .collect(Collectors.groupingBy(name -> name.startsWith("org/springframework/boot/loader/")
                            ? "org/springframework/boot/loader/" : name.substring(0, name.lastIndexOf('/') + 1))));
            folders.forEach((folder, names) -> {
                text.append(folder.isEmpty() ? "./" : folder);
                if (folder.contains("loader")) {
                    text.append("  （加载器的类）\n");
                    return;
                }
                text.append('\n');
                names.stream().map(name -> name.substring(folder.length()).replaceAll("-\\d[\\w.-]*(?=\\.jar)", ""))
                        .sorted().forEach(name -> text.append("  ").append(name).append('\n'));
            });
            return text.toString();
        }
    }
}
