package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("外部配置的优先级：所有来源同时竞争，逐个淘汰胜者")
class PrecedenceTest {

    @Test
    @DisplayName("22 个来源的完整顺序")
    void ladder(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("classes"));
        String separator = System.getProperty("path.separator");
        Path classes = Recording.module().resolve("target/classes");
        List<String> classPath = new ArrayList<>(List.of(folder.resolve("classes").toString()));
        Arrays.stream(System.getProperty("java.class.path").split(separator))
                .filter(entry -> !Path.of(entry).equals(classes)).forEach(classPath::add);
        ConsoleRun run = ConsoleRun.run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8",
                "-Duser.home=" + folder,
                "-Dspring.devtools.restart.enabled=false",
                "-Dlogging.level.root=error",
                "-Djava.naming.factory.initial=" + PrecedenceLadder.JndiContexts.class.getName(),
                "-cp", String.join(separator, classPath), PrecedenceLadder.class.getName()),
                folder, null, Map.of("BOOKSTORE_WINNER", "环境变量", "LC_ALL", "C.UTF-8",
                        "SPRING_APPLICATION_JSON", "{\"bookstore\":{\"winner\":\"SPRING_APPLICATION_JSON\"}}"));
        assertThat(run.exitCode()).as(run.output()).isZero();
        List<String> winners = run.output().lines().filter(line -> line.contains("胜者 "))
                .map(line -> line.substring(line.indexOf("胜者 ") + 3)).toList();
        assertThat(winners).as(run.output()).containsExactly(
                ".config/spring-boot/spring-boot-devtools.properties",
                "命令行",
                "SPRING_APPLICATION_JSON",
                "ServletConfig",
                "ServletContext",
                "JNDI",
                "系统属性",
                "环境变量",
                "config/cloud/application-prod.properties",
                "config/application-prod.properties",
                "application-prod.properties",
                "config/cloud/application.properties",
                "config/application.properties",
                "application.properties",
                "application.yml",
                "classes/config/application-prod.properties",
                "classes/application-prod.properties",
                "classes/config/application.properties",
                "classes/application.properties",
                "classes/application.yml",
                "property-source.properties",
                "defaultProperties");
        Recording.check("precedence.txt", run.output().lines()
                .filter(line -> line.contains("胜者 ")).collect(Collectors.joining("\n")));
    }
}
