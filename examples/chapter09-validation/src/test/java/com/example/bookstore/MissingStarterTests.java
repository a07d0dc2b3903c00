package com.example.bookstore;

import java.util.List;
import java.util.function.Predicate;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("忘了引 spring-boot-starter-validation")
class MissingStarterTests {

    private static final String END = "  </dependencies>";

    private static final String SPRINGDOC = """
                <dependency>
                  <groupId>org.springdoc</groupId>
                  <artifactId>springdoc-openapi-starter-webmvc-api</artifactId>
                  <version>3.1.0</version>
                </dependency>
            """;

    private static final String VALIDATION = """
                <dependency>
                  <groupId>org.springframework.boot</groupId>
                  <artifactId>spring-boot-starter-validation</artifactId>
                </dependency>
            """;

    private static MavenProject project(String name) {
        return MavenProject.copy("chapter09-validation/missing-starter", name);
    }

    @Test
    @DisplayName("连注解也没有：编译不过")
    void compileError() {
        MavenProject project = project("only-webmvc")
                .edit("pom.xml", "<groupId>jakarta.validation<", "<groupId>jakarta.servlet<")
                .edit("pom.xml", "<artifactId>jakarta.validation-api<",
                        "<artifactId>jakarta.servlet-api<");
        ConsoleRun run = project.maven("en", "-q", "compile");
        assertThat(run.exitCode()).isNotZero();
        Recording.check("missing-starter-compile.txt", project.lines(run,
                firstTime(line -> line.contains("BookController.java:[3,"))));
    }

    /** Maven 把编译错误说两遍，留一遍。 */
    private static Predicate<String> firstTime(Predicate<String> wanted) {
        boolean[] seen = new boolean[1];
        return line -> wanted.test(line) && !seen[0] && (seen[0] = true);
    }

    @Test
    @DisplayName("只有注解没有校验器：200；springdoc 或 starter 带来校验器：400")
    void silent() {
        Table table = new Table("依赖", "POST /books {\"title\": \"\"}");
        MavenProject project = project("api-only");
        ConsoleRun apiOnly = run(project);
        Recording.check("missing-starter-log.txt",
                onlyTrace(project.readersPaths(apiOnly.output())));
        table.row("webmvc、jakarta.validation-api", status(apiOnly));
        table.row("第一行加 springdoc", status(run(project("with-springdoc")
                .edit("pom.xml", END, SPRINGDOC + END))));
        table.row("第一行加 spring-boot-starter-validation",
                status(run(project("with-starter")
                        .edit("pom.xml", END, VALIDATION + END))));
        assertThat(table.toString()).containsSubsequence("200", "400", "400");
        Recording.check("missing-starter.txt", table.toString());
    }

    /** 构建并启动；程序给自己发一个空书名，打印状态码，退出。 */
    private static ConsoleRun run(MavenProject project) {
        ConsoleRun run = project.maven("en", "-q", "spring-boot:run");
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run;
    }

    @Test
    @DisplayName("带来校验器的依赖是 optional：spring-boot:run 是 400，打出的 jar 是 200")
    void optionalDependency() {
        MavenProject project = project("optional").edit("pom.xml", END,
                SPRINGDOC.replace("</version>", "</version><optional>true</optional>") + END);
        assertThat(status(project.maven("en", "-q", "package", "spring-boot:run")))
                .isEqualTo("400");
        assertThat(status(project.java(MavenProject.environment("en"),
                "-jar", "target/bookstore-1.0.0.jar"))).isEqualTo("200");
    }

    @Test
    @DisplayName("全角空格的书名：Hibernate Validator 8 放过，9.0 起拦下")
    void fullWidthSpace() {
        Table table = new Table("Hibernate Validator", "POST /books，书名是一个全角空格");
        for (String version : List.of("8.0.3.Final", "9.0.0.Final")) {
            ConsoleRun run = project("validator-" + version.charAt(0))
                    .edit("pom.xml", END, VALIDATION + END)
                    .maven("en", "-q", "spring-boot:run", "-Dhibernate-validator.version=" + version,
                            "-Dspring-boot.run.arguments=--title=\\u3000");
            assertThat(run.exitCode()).as(run.output()).isZero();
            table.row(version, status(run));
        }
        Recording.check("full-width-space.txt", table.toString());
    }

    /** 日志里提到校验的只有这一行，级别是 INFO，在 Tomcat started 之前。 */
    private static String onlyTrace(String output) {
        List<String> lines = output.lines()
                .filter(line -> line.toLowerCase().contains("validat")).toList();
        assertThat(lines).singleElement().asString().contains(" INFO ");
        assertThat(output).containsSubsequence(
                "Tomcat initialized", lines.getFirst(), "Tomcat started");
        return lines.getFirst().substring(lines.getFirst().indexOf("Failed to set up"));
    }

    private static String status(ConsoleRun run) {
        return run.output().lines().filter(line -> line.startsWith("POST /books → "))
                .findFirst().orElseThrow().substring("POST /books → ".length());
    }

    @Test
    @DisplayName("同样的依赖，@ConfigurationProperties 上的 @Validated 会让启动失败")
    void configurationProperties() {
        ConsoleRun run = project("settings").maven("en", "-q", "spring-boot:run",
                "-Dspring-boot.run.profiles=settings");
        assertThat(run.exitCode()).isNotZero();
        String output = run.output();
        Recording.check("missing-starter-settings.txt",
                output.substring(output.indexOf("***"), output.indexOf("[ERROR]")));
    }
}
