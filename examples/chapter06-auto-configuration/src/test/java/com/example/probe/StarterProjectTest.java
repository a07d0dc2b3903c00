package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
}
