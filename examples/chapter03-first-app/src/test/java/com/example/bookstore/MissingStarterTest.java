package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("pom 里缺 starter")
class MissingStarterTest {

    private static final String WEBMVC = "spring-boot-starter-webmvc</artifactId>";

    private static MavenProject withoutWebmvc(String name) {
        return MavenProject.copy("chapter03-first-app/reader-project", name)
                .edit("pom.xml", WEBMVC, "spring-boot-starter</artifactId>");
    }

    @Test
    @DisplayName("编译不过：程序包不存在、找不到符号（javac 说系统的语言）")
    void controllerDoesNotCompile() {
        MavenProject project = withoutWebmvc("missing-webmvc");
        for (String language : new String[] { "en", "zh" }) {
            ConsoleRun run = project.maven(language, "compile");
            assertThat(run.exitCode()).isEqualTo(1);
            // Maven prints the compiler's errors twice; the second list is the one people read.
            Recording.check("missing-webmvc-" + language + ".txt", project.errors(run).lines()
                    .dropWhile(line -> !line.contains("Failed to execute goal"))
                    .map(line -> line.replaceAll("maven-compiler-plugin:[\\d.]+", "maven-compiler-plugin"))
                    .collect(Collectors.joining("\n")));
        }
    }

    @Test
    @DisplayName("没有 Web 代码：启动成功，没有 Tomcat，程序立刻正常退出")
    void withoutWebCodeTheProgramEndsAtOnce() {
        MavenProject project = withoutWebmvc("missing-webmvc-no-controller")
                .delete("src/main/java/com/example/bookstore/BookController.java")
                .delete("src/test");
        assertThat(project.maven("en", "-q", "package").exitCode()).isZero();
        ConsoleRun run = project.java(Map.of(), "-jar", "target/bookstore-0.0.1-SNAPSHOT.jar");
        assertThat(run.exitCode()).isZero();
        assertThat(run.output()).contains("Started BookstoreApplication").doesNotContain("Tomcat");
        Recording.check("no-web.txt", project.readersPaths(run.output()).lines()
                .filter(line -> line.contains(" --- ")).collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("WebTestClient：没有 spring-boot-webtestclient 编译不过，加上它，再写注解就能用")
    void theWebTestClientHasAJarOfItsOwn() {
        MavenProject project = MavenProject.copy("chapter03-first-app/reader-project", "web-test-client");
        String tests = "src/test/java/com/example/bookstore/BookstoreApplicationTests.java";
        project.edit(tests, "org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc",
                        "org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient")
                .edit(tests, "org.springframework.test.web.servlet.assertj.MockMvcTester",
                        "org.springframework.test.web.reactive.server.WebTestClient")
                .edit(tests, "@AutoConfigureMockMvc", "@AutoConfigureWebTestClient")
                .edit(tests, "MockMvcTester mvc", "WebTestClient client")
                .edit(tests, """
                                assertThat(mvc.get().uri("/hello"))
                                        .hasStatusOk()
                                        .hasBodyTextEqualTo("你好，书店");
                        """, """
                                client.get().uri("/hello").exchange().expectStatus().isOk()
                                        .expectBody(String.class).isEqualTo("你好，书店");
                        """)
                .edit(tests, """
                                assertThat(mvc.get().uri("/books"))
                                        .hasStatusOk()
                                        .bodyJson()
                                        .extractingPath("$[1].author").isEqualTo("刘慈欣");
                        """, """
                                client.get().uri("/books").exchange().expectStatus().isOk();
                        """);
        ConsoleRun without = project.maven("en", "-q", "test-compile");
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.output()).contains("package org.springframework.boot.webtestclient.autoconfigure does not exist");
        project.edit("pom.xml", "<artifactId>spring-boot-starter-webmvc-test</artifactId>", """
                <artifactId>spring-boot-webtestclient</artifactId>
                      <scope>test</scope>
                    </dependency>
                    <dependency>
                      <groupId>org.springframework.boot</groupId>
                      <artifactId>spring-boot-starter-webmvc-test</artifactId>""");
        ConsoleRun with = project.maven("en", "test");
        assertThat(with.output()).contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0", "BUILD SUCCESS");
    }
}
