package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("读者自己的 starter 项目：四个模块，用页面上的命令构建、运行")
class StarterProjectTest {

    private static MavenProject project;

    @Test
    void buildsAndRuns() {
        MavenProject shipping = MavenProject.copy("chapter06-auto-configuration/starter-project", "shipping");
        ConsoleRun build = shipping.maven("en", "package");
        assertThat(build.exitCode()).as(build.output()).isZero();
        // 后两行是页面上说的正常的警告。
        assertThat(build.output()).contains("Tests run: 7, Failures: 0", "JAR will be empty",
                "Unknown carrier 'dhl'");

        StringBuilder text = new StringBuilder();
        for (List<String> arguments : List.of(List.<String>of(),
                List.of("--shipping.carrier=sf"), List.of("--shipping.free-from=58"))) {
            List<String> command = new ArrayList<>(List.of("-jar", "shop/target/shop-1.0.0.jar"));
            command.addAll(arguments);
            ConsoleRun run = shipping.java(Map.of(), command.toArray(String[]::new));
            assertThat(run.exitCode()).as(run.output()).isZero();
            text.append("$ java ").append(String.join(" ", command)).append('\n');
            run.output().lines().filter(line -> line.contains("运费"))
                    .forEach(line -> text.append(line).append('\n'));
        }
        Recording.check("starter-run.txt", text.toString());
    }

    /** 只构建一次：下面两个测试用的是同一个 shop。 */
    @BeforeAll
    static void buildAnotherShop() throws IOException {
        project = MavenProject.copy("chapter06-auto-configuration/starter-project", "scopes")
                .edit("shop/pom.xml", "</dependencies>", dependency("com.github.ben-manes.caffeine", "caffeine",
                        "<scope>provided</scope>") + dependency("com.h2database", "h2", "<optional>true</optional>")
                        + dependency("org.assertj", "assertj-core", "<scope>test</scope>") + "</dependencies>")
                .edit("shop/pom.xml", "<artifactId>spring-boot-maven-plugin</artifactId>",
                        "<artifactId>spring-boot-maven-plugin</artifactId><executions><execution><goals>"
                                + "<goal>process-aot</goal></goals></execution></executions>");
        Files.copy(Recording.module().resolve("src/main/java/com/example/bookstore/WhyReport.java"),
                project.folder().resolve("shop/src/main/java/com/example/bookstore/WhyReport.java"));
        ConsoleRun build = project.maven("en", "package", "-DskipTests");
        assertThat(build.exitCode()).as(build.output()).isZero();
    }

    @Test
    @DisplayName("test 与 optional 的依赖不进打好的 jar，provided 的进")
    void whichDependenciesGoIntoTheJar() throws IOException {
        try (JarFile jar = new JarFile(project.folder().resolve("shop/target/shop-1.0.0.jar").toFile())) {
            assertThat(jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".jar")))
                    .anyMatch(name -> name.contains("caffeine"))
                    .noneMatch(name -> name.contains("h2-") || name.contains("assertj"));
        }
    }

    @Test
    @DisplayName("AOT 模式：条件在构建时已经问完，报告是空的，启动时再改配置项也没有用；--why 说出这一点")
    void aheadOfTime() {
        List<String> arguments = List.of("-jar", "shop/target/shop-1.0.0.jar", "--debug", "--why=Shipping");
        assertThat(run(arguments)).contains("CONDITIONS EVALUATION REPORT", "√ ShippingAutoConfiguration");
        List<String> aot = new ArrayList<>(arguments);
        aot.addFirst("-Dspring.aot.enabled=true");
        aot.add("--shipping.enabled=false");
        assertThat(run(aot)).contains("58 元的订单，运费 8", "AOT 处理过的应用：条件在构建时已经问完，这里没有报告")
                .doesNotContain("CONDITIONS EVALUATION REPORT", "没有叫这个名字的候选");
    }

    private static String run(List<String> command) {
        ConsoleRun run = project.java(Map.of(), command.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    private static String dependency(String group, String artifact, String more) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId>" + more
                + "</dependency>";
    }
}
