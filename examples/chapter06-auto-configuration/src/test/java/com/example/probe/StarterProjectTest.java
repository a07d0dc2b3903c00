package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("读者自己的 starter 项目：四个模块，用页面上的命令构建、运行")
class StarterProjectTest {

    @Test
    void buildsAndRuns() {
        MavenProject project = MavenProject.copy("chapter06-auto-configuration/starter-project", "shipping");
        ConsoleRun build = project.maven("en", "package");
        assertThat(build.exitCode()).as(build.output()).isZero();
        // 后两行是页面上说的正常的警告。
        assertThat(build.output()).contains("Tests run: 7, Failures: 0", "JAR will be empty",
                "Unknown carrier 'dhl'");

        StringBuilder text = new StringBuilder();
        for (List<String> arguments : List.of(List.<String>of(),
                List.of("--shipping.carrier=sf"), List.of("--shipping.free-from=58"))) {
            List<String> command = new ArrayList<>(List.of("-jar", "shop/target/shop-1.0.0.jar"));
            command.addAll(arguments);
            ConsoleRun run = project.java(Map.of(), command.toArray(String[]::new));
            assertThat(run.exitCode()).as(run.output()).isZero();
            text.append("$ java ").append(String.join(" ", command)).append('\n');
            run.output().lines().filter(line -> line.contains("运费"))
                    .forEach(line -> text.append(line).append('\n'));
        }
        Recording.check("starter-run.txt", text.toString());
    }

    @Test
    @DisplayName("test 与 optional 的依赖不进打好的 jar，provided 的进")
    void whichDependenciesGoIntoTheJar() throws IOException {
        MavenProject project = MavenProject.copy("chapter06-auto-configuration/starter-project", "scopes")
                .edit("shop/pom.xml", "</dependencies>", dependency("com.github.ben-manes.caffeine", "caffeine",
                        "<scope>provided</scope>") + dependency("com.h2database", "h2", "<optional>true</optional>")
                        + dependency("org.assertj", "assertj-core", "<scope>test</scope>") + "</dependencies>");
        ConsoleRun build = project.maven("en", "package", "-DskipTests");
        assertThat(build.exitCode()).as(build.output()).isZero();
        try (JarFile jar = new JarFile(project.folder().resolve("shop/target/shop-1.0.0.jar").toFile())) {
            assertThat(jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".jar")))
                    .anyMatch(name -> name.contains("caffeine"))
                    .noneMatch(name -> name.contains("h2-") || name.contains("assertj"));
        }
    }

    private static String dependency(String group, String artifact, String more) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId>" + more
                + "</dependency>";
    }
}
