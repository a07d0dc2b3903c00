package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("没有参数的转换器信任谁：几个版本各读一次")
class TrustTest {

    private final MavenProject project = MavenProject.copy("chapter14-message-queue/trust", "trust");

    @Test
    @DisplayName("3.2.9 读得出来；3.2.11、Boot 3.5.16 带的、本书的版本都拒绝")
    void byDefault() throws IOException {
        Table table = new Table("Spring AMQP", "没有参数的转换器");
        for (String version : List.of("3.2.9", "3.2.11")) {
            String ran = onBoot35("-Dspring-amqp.version=" + version);
            assertThat(ran).contains("spring-amqp-" + version + ".jar");
            table.row(version, outcome(ran));
        }
        String managed = onBoot35();
        assertThat(managed).contains("spring-amqp-3.2.12.jar");
        table.row("3.2.12，Boot 3.5.16 带的", outcome(managed));
        table.row("本书的版本", outcome(read(System.getProperty("java.class.path"), "JacksonJsonMessageConverter")));
        assertThat(table.toString().lines().skip(1).filter(line -> line.contains("读得出来"))).hasSize(1);
        Recording.check("trust.txt", table.toString());
    }

    private static String outcome(String output) {
        if (output.contains("read: OrderPlaced")) {
            return "读得出来";
        }
        assertThat(output).contains("refused: ").contains("is not in the trusted packages");
        return "说不信任，拒绝";
    }

    /** What the program prints on Boot 3.5, with its class path. */
    private String onBoot35(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 4];
        command[0] = "-q";
        command[1] = "compile";
        command[2] = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";
        command[3] = "-Dmdep.outputFile=target/classpath.txt";
        System.arraycopy(arguments, 0, command, 4, arguments.length);
        ConsoleRun maven = project.maven("en", command);
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        String classPath = Files.readString(project.folder().resolve("target/classpath.txt")).strip();
        return classPath + "\n" + read(classPath, "Jackson2JsonMessageConverter");
    }

    private String read(String classPath, String converter) {
        ConsoleRun run = project.java(Map.of(), "-cp", project.folder().resolve("target/classes")
                + File.pathSeparator + classPath, "com.example.shop.events.Trust", converter);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }
}
