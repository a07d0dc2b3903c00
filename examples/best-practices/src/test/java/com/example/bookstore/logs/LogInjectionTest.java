package com.example.bookstore.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user name with a line break in it, and the log that results. */
class LogInjectionTest {

    private static List<String> log(String... settings) {
        String[] arguments = new String[settings.length + 3];
        arguments[0] = "--spring.main.banner-mode=off";
        arguments[1] = "--spring.main.web-application-type=none";
        arguments[2] = "--spring.main.log-startup-info=false";
        System.arraycopy(settings, 0, arguments, 3, settings.length);
        return ConsoleRun.java(LoginLog.class, arguments).output().lines().toList();
    }

    @Test
    @DisplayName("默认格式：用户名里的换行造出一行假日志")
    void forgedLine() {
        List<String> lines = log();
        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).startsWith("2026-01-01T10:00:00.000+08:00  INFO").endsWith("登录成功：admin");
        Recording.check("log-forged.txt", String.join("\n", lines));
    }

    @Test
    @DisplayName("结构化日志：换行被转义，一条还是一行")
    void oneLine() {
        List<String> lines = log("--logging.structured.format.console=logstash");
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst()).contains("小明\\n2026-01-01");
        Recording.check("log-structured.txt", String.join("\n", lines)
                .replaceAll("\"@timestamp\":\"[^\"]+\"", "\"@timestamp\":\"2026-01-01T10:00:00+08:00\""));
    }

    @Test
    @DisplayName("写文件的日志另有一个属性：只写了 console，文件里仍有假日志")
    void theFileHasItsOwnFormat(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("bookstore.log");
        log("--logging.structured.format.console=logstash", "--logging.file.name=" + file);
        assertThat(Files.readAllLines(file)).hasSize(2).last().asString().endsWith("登录成功：admin");
        Files.delete(file);
        log("--logging.structured.format.file=logstash", "--logging.file.name=" + file);
        assertThat(Files.readAllLines(file)).hasSize(1).first().asString().contains("小明\\n2026-01-01");
    }

    @Test
    @DisplayName("自己写了 logback 的配置：属性不起作用，仍有假日志；引入 Boot 的 structured-console-appender.xml 才起作用")
    void anOwnConfigurationIgnoresTheProperty(@TempDir Path directory) throws IOException {
        Path config = directory.resolve("logback-spring.xml");
        String[] settings = {"--logging.structured.format.console=logstash", "--logging.config=" + config};
        Files.writeString(config, """
                <configuration>
                  <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d %p %m%n</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="CONSOLE"/></root>
                </configuration>""");
        assertThat(log(settings)).hasSize(2).last().asString().endsWith("登录成功：admin");
        Files.writeString(config, """
                <configuration>
                  <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
                  <include resource="org/springframework/boot/logging/logback/structured-console-appender.xml"/>
                  <root level="WARN"><appender-ref ref="CONSOLE"/></root>
                </configuration>""");
        assertThat(log(settings)).hasSize(1).first().asString().contains("小明\\n2026-01-01");
    }
}
