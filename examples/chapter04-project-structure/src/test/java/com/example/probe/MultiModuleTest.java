package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("多模块 Maven")
class MultiModuleTest {

    private static final String PLUGIN = """
                <build>
                  <plugins>
                    <plugin>
                      <groupId>org.springframework.boot</groupId>
                      <artifactId>spring-boot-maven-plugin</artifactId>
                    </plugin>
                  </plugins>
                </build>
              </project>""";

    @Test
    @DisplayName("一条命令按依赖的顺序构建三个模块，不按写的顺序")
    void reactor() {
        Recording.check("reactor.txt", MultiModule.packageRun().output().lines()
                .filter(line -> line.matches("\\[INFO] (Reactor Build Order:|Reactor Summary.*|bookstore-.*"
                        + "|Tests run: .*|BUILD.*|Replacing main.*)"))
                .map(MultiModule.packaged()::readersPaths)
                .map(line -> line.replaceAll("\\[ *[\\d.:]+ (s|min)]", "[  1.234 s]")
                        .replaceAll(", Time elapsed: .*", "").replaceAll(" +\\[(pom|jar)]$", "  [$1]"))
                .distinct().collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("-pl 不带 -am：找不到还没打包的兄弟模块；带上就好")
    void oneModuleAlone() {
        MavenProject project = MultiModule.copy("one-module");
        ConsoleRun alone = project.maven("en", "-U", "-pl", "app", "compile");
        assertThat(alone.exitCode()).isEqualTo(1);
        assertThat(alone.output()).contains("Could not find artifact com.example:bookstore-ordering:jar:1.0.0");
        Recording.check("module-not-found.txt", "[ERROR] … "
                + alone.output().replaceAll("(?s).*?(Could not find artifact \\S+).*", "$1"));
        ConsoleRun secondTry = project.maven("en", "-pl", "app", "compile");
        assertThat(secondTry.output()).contains("was not found in ", "during a previous attempt");
        ConsoleRun started = project.maven("en", "-pl", "app", "spring-boot:run");
        assertThat(started.exitCode()).isEqualTo(1);
        assertThat(started.output()).contains("com.example:bookstore-ordering:jar:1.0.0", "was not found in ");
        ConsoleRun together = project.maven("en", "-q", "-pl", "app", "-am", "compile");
        assertThat(together.exitCode()).as(together.output()).isZero();
    }

    @Test
    @DisplayName("app 构建失败后照 Maven 的建议写 -rf：只构建 app，又找不到兄弟模块；重新运行原来那条命令就好")
    void resumingAsMavenAdvises() throws IOException {
        MavenProject project = MultiModule.copy("resume");
        Path broken = project.folder().resolve("app/src/main/java/com/example/bookstore/Broken.java");
        Files.writeString(broken, "package com.example.bookstore;\n\nclass Broken {\n");
        ConsoleRun failed = project.maven("en", "compile");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output()).contains("Broken.java", "-rf :bookstore-app");
        Files.delete(broken);
        ConsoleRun resumed = project.maven("en", "-U", "compile", "-rf", ":bookstore-app");
        assertThat(resumed.exitCode()).isEqualTo(1);
        assertThat(resumed.output()).contains("Could not find artifact com.example:bookstore-ordering:jar:1.0.0");
        ConsoleRun again = project.maven("en", "compile");
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(again.output()).contains("Nothing to compile - all classes are up to date.");
    }

    @Test
    @DisplayName("在根目录 spring-boot:run：没有主类；写上 skip 就只运行 app，不用先安装")
    void runningFromTheRoot() throws IOException {
        String skip = "    <spring-boot.run.skip>true</spring-boot.run.skip>\n";
        MavenProject project = MultiModule.copy("run-from-root").edit("pom.xml", skip, "");
        ConsoleRun run = project.maven("en", "spring-boot:run");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("run-from-root.txt", project.errors(run).lines()
                .filter(line -> line.contains("Failed to execute goal")).findFirst().orElseThrow()
                .replaceAll("maven-plugin:[\\d.]+", "maven-plugin")
                .replaceFirst(" -> \\[Help 1]", "").replaceFirst("(on project \\S+: )", "$1\n  "));
        project.edit("pom.xml", "    <java.version>", skip + "    <java.version>");
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("SERVER_PORT", "0");
        try (RunningProgram app = RunningProgram.start(MavenProject.mavenCommand("spring-boot:run",
                "-Dspring-boot.run.jvmArguments=-Xlog:class+load:file=loaded.txt"), project.folder(), environment)) {
            app.await("Tomcat started on port ");
            assertThat(ownClasses(project.folder().resolve("app/loaded.txt")))
                    .containsEntry("BookstoreApplication", "app/target/classes/")
                    .containsEntry("catalog.Catalog", "catalog/target/classes/")
                    .containsEntry("ordering.OrderService", "ordering/target/classes/")
                    .allSatisfy((type, source) -> assertThat(source).matches("(app|catalog|ordering)/target/classes/"));
        }
    }

    /** Where the JVM says that it found each of the bookstore's own classes, relative to the project. */
    private static Map<String, String> ownClasses(Path log) throws IOException {
        String root = log.getParent().getParent().toUri().toString().replace("file:///", "file:/");
        Pattern line = Pattern.compile("com\\.example\\.bookstore\\.([\\w.]+) source: (\\S+)");
        return Files.readAllLines(log).stream().map(line::matcher).filter(Matcher::find)
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2).replace(root, "")));
    }

    @Test
    @DisplayName("测试写在没有启动类的模块里：缺测试依赖编译不过；补上又缺启动类；测试里放一个就好")
    void aTestInAModuleWithoutMainClass() throws IOException {
        MavenProject project = MultiModule.copy("module-tests");
        String folder = "ordering/src/test/java/com/example/bookstore/";
        addTest(project, folder + "ordering/OrderServiceTests.java");
        ConsoleRun withoutDependency = project.maven("en", "-pl", "ordering", "-am", "test");
        assertThat(withoutDependency.exitCode()).isEqualTo(1);
        assertThat(withoutDependency.output()).contains("package org.assertj.core.api does not exist");

        project.edit("ordering/pom.xml", "  </dependencies>", """
                    <dependency>
                      <groupId>org.springframework.boot</groupId>
                      <artifactId>spring-boot-starter-webmvc-test</artifactId>
                      <scope>test</scope>
                    </dependency>
                  </dependencies>""");
        ConsoleRun withoutMainClass = project.maven("en", "-pl", "ordering", "-am", "test");
        assertThat(withoutMainClass.exitCode()).isEqualTo(1);
        Recording.check("no-test-configuration.txt", withoutMainClass.output().lines()
                .filter(line -> line.startsWith("[ERROR]   OrderServiceTests")).findFirst().orElseThrow());

        addTest(project, folder + "OrderingTestApplication.java");
        ConsoleRun run = project.maven("en", "package");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("-- in com.example.bookstore.ordering.OrderServiceTests",
                "-- in com.example.bookstore.BookstoreApplicationTests");
        try (ZipFile jar = new ZipFile(project.folder().resolve("ordering/target/bookstore-ordering-1.0.0.jar")
                .toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName)).noneMatch(name -> name.contains("Test"));
        }
    }

    private static void addTest(MavenProject project, String file) throws IOException {
        Path target = project.folder().resolve(file);
        Files.createDirectories(target.getParent());
        Files.copy(Recording.module().resolve("module-tests").resolve(file), target);
    }

    @Test
    @DisplayName("-amd 连依赖它的一起：改了 catalog 的公开方法，立刻知道谁编译不过")
    void whatDependsOnAModule() {
        MavenProject project = MultiModule.copy("downstream");
        ConsoleRun fine = project.maven("en", "-pl", "catalog", "-amd", "compile");
        assertThat(fine.exitCode()).as(fine.output()).isZero();
        assertThat(fine.output()).contains("Building bookstore-catalog", "Building bookstore-ordering",
                "Building bookstore-app").doesNotContain("Building bookstore-parent");

        project.edit("catalog/src/main/java/com/example/bookstore/catalog/Catalog.java", "priceOf", "price");
        assertThat(project.maven("en", "-pl", "catalog", "compile").exitCode()).isZero();
        ConsoleRun stale = project.maven("en", "-pl", "catalog", "-amd", "compile");
        assertThat(stale.exitCode()).as("catalog 刚编译过，ordering 没有重新编译").isZero();
        ConsoleRun broken = project.maven("en", "-pl", "catalog", "-amd", "clean", "compile");
        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.output()).contains("OrderService.java", "cannot find symbol", "method priceOf");
    }

    @Test
    @DisplayName("打包插件写在根 pom：没有 main 方法的模块打不出可执行 jar")
    void pluginInTheRoot() {
        MavenProject project = MultiModule.copy("plugin-in-root")
                .edit("pom.xml", "</project>", PLUGIN);
        ConsoleRun run = project.maven("en", "-pl", "catalog", "package");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("no-main-class.txt", project.errors(run).lines()
                .filter(line -> line.contains("Failed to execute goal")).findFirst().orElseThrow()
                .replaceAll("maven-plugin:[\\d.]+", "maven-plugin")
                .replaceFirst(" -> \\[Help 1]", "").replaceFirst("(on project \\S+: )", "$1\n  "));
    }

    @Test
    @DisplayName("被依赖的模块做成了可执行 jar：类搬进了 BOOT-INF，依赖它的模块编译不过")
    void dependingOnAnExecutableJar() {
        MavenProject project = MultiModule.copy("executable-library")
                .edit("catalog/pom.xml", "</project>", PLUGIN);
        project.edit("catalog/src/main/java/com/example/bookstore/catalog/Catalog.java",
                "    public Optional<BigDecimal> priceOf",
                "    public static void main(String[] args) {\n    }\n\n    public Optional<BigDecimal> priceOf");
        ConsoleRun run = project.maven("en", "-pl", "ordering", "-am", "package");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("package com.example.bookstore.catalog does not exist");
        Recording.check("executable-library.txt", project.errors(run).lines()
                .dropWhile(line -> !line.contains("Failed to execute goal"))
                .filter(line -> line.contains("OrderService.java")).collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("模块互相依赖：Maven 拒绝开工")
    void modulesInACircle() {
        MavenProject project = MultiModule.copy("module-cycle")
                .edit("catalog/pom.xml", "  <dependencies>", """
                          <dependencies>
                            <dependency>
                              <groupId>com.example</groupId>
                              <artifactId>bookstore-ordering</artifactId>
                            </dependency>""");
        ConsoleRun run = project.maven("en", "compile");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("cyclic reference");
        Recording.check("module-cycle.txt", run.output().lines()
                .filter(line -> line.contains("The projects in the reactor contain a cyclic reference"))
                .findFirst().orElseThrow().replaceFirst(" -> \\[Help 1]", "")
                .replaceFirst("^(\\[\\w+] )+", "[ERROR] ").replaceFirst(" @ *$", ""));
    }
}
