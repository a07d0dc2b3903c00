package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("一个前缀，两项配置")
class DeliveryTest {

    @Test
    @DisplayName("文件、环境变量、命令行写了同一个键：越靠近运行的越优先")
    void whatStandsNearerToTheRunWins() {
        String file = run(Map.of());
        String variable = run(Map.of("DELIVERY_FREEFROM", "79"));
        String argument = run(Map.of("DELIVERY_FREEFROM", "79"), "--delivery.free-from=99");
        assertThat(file).isEqualTo("上海发货，满 59 元包邮");
        assertThat(variable).isEqualTo("上海发货，满 79 元包邮");
        assertThat(argument).isEqualTo("上海发货，满 99 元包邮");
        Recording.check("delivery.txt", file);
        Recording.check("delivery-outside.txt", variable + "\n" + argument);
    }

    @Test
    @DisplayName("值写成了不是数的字：启动失败，不会带着错的值运行")
    void aWrongValueStopsTheStart() {
        ConsoleRun run = start(Map.of("DELIVERY_FREEFROM", "abc"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("APPLICATION FAILED TO START", "Value: \"abc\"",
                "Origin: System Environment Property \"DELIVERY_FREEFROM\"");
    }

    private static String run(Map<String, String> variables, String... arguments) {
        ConsoleRun run = start(variables, arguments);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.contains("包邮")).collect(Collectors.joining("\n"));
    }

    private static ConsoleRun start(Map<String, String> variables, String... arguments) {
        Map<String, String> environment = new HashMap<>(MavenProject.environment("zh"));
        environment.putAll(variables);
        List<String> command = Stream.concat(Stream.of(
                // DevTools would start the application in a thread of its own and end with 0.
                "-Dspring.devtools.restart.enabled=false", "-cp", System.getProperty("java.class.path"),
                DeliveryApplication.class.getName()), Stream.of(arguments)).toList();
        return ConsoleRun.run(MavenProject.javaCommand("zh", command.toArray(String[]::new)),
                Recording.module(), null, environment);
    }
}
