package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.HttpRequestFile;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.bookstore.Bookstores.RunningStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Boot 加上的四件事")
class FourThingsTest {

    /** Boot's project with the dependencies that the page prints. */
    private static MavenProject with(String variant) {
        MavenProject project = MavenProject.copy("chapter01-introduction/target/boot", "boot-" + variant);
        try {
            String pom = Files.readString(project.folder().resolve("pom.xml"));
            String block = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"))
                    + "</dependencies>";
            project.edit("pom.xml", block,
                    Files.readString(Recording.module().resolve("variants/" + variant + ".xml")));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return Bookstores.build(project);
    }

    @Test
    @DisplayName("starter：一条依赖展开成一棵树")
    void aStarterIsATree() {
        MavenProject project = Bookstores.Boot.PROJECT;
        ConsoleRun run = project.maven("en",
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:tree", "-Dscope=runtime");
        assertThat(run.exitCode()).as(run.output()).isZero();
        String tree = run.output().lines().filter(line -> line.matches("\\[INFO] [ |+\\\\].*:jar:.*"))
                .map(line -> line.substring(7).replaceFirst("([+\\\\]- )[\\w.-]+:([\\w.-]+):jar:.*", "$1$2"))
                .collect(Collectors.joining("\n"));
        assertThat(tree.lines().filter(line -> !line.startsWith(" ") && !line.startsWith("|"))).hasSize(1);
        assertThat(tree).contains("tomcat-embed-core", "jackson-databind", "spring-webmvc", "logback-classic");
        Recording.check("starter-tree.txt", tree);
    }

    @Test
    @DisplayName("自动配置：容器里的 Bean，你写的只有三个")
    void mostBeansAreNotYours() {
        String separator = System.getProperty("path.separator");
        List<String> command = MavenProject.javaCommand("zh", "-cp", "target/classes" + separator
                + Bookstores.Boot.PROJECT.folder().resolve("target/lib") + "/*",
                "com.example.probe.BeanCensus", "--server.port=0", "--spring.main.banner-mode=off");
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        String census = run.output().lines().filter(line -> line.matches(" *\\d+  [^ ].*"))
                .collect(Collectors.joining("\n"));
        assertThat(census).contains("   3  你写的类", "spring-boot-webmvc", "spring-boot-tomcat");
        Recording.check("bean-census.txt", census);
    }

    @Test
    @DisplayName("终端的编码里没有汉字，比如没有 LANG 的容器：清点的最后一行照样看得懂")
    void theCensusOnATerminalWithoutChinese() {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=US-ASCII", "-cp", "target/classes" + System.getProperty("path.separator")
                        + Bookstores.Boot.PROJECT.folder().resolve("target/lib") + "/*",
                "com.example.probe.BeanCensus", "--server.port=0", "--spring.main.banner-mode=off");
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("   3  你写的类");
    }

    @Test
    @DisplayName("清点 Bean 的工具拷进别的项目：打成一个 jar，数出来也一样；JDK 的类也认得")
    void theCensusInsideAJar() throws IOException {
        MavenProject project = MavenProject.copy("chapter01-introduction/target/boot", "boot-census");
        Path sources = project.folder().resolve("src/main/java/com/example/probe");
        Files.createDirectories(sources);
        Files.copy(Recording.module().resolve("src/main/java/com/example/probe/BeanCensus.java"),
                sources.resolve("BeanCensus.java"));
        // 用代码注册一个 Bean，它的类来自 JDK。
        Files.writeString(sources.resolve("AddsClock.java"), """
                package com.example.probe;

                import java.time.Clock;

                import org.springframework.context.ApplicationContextInitializer;
                import org.springframework.context.support.GenericApplicationContext;

                public class AddsClock implements ApplicationContextInitializer<GenericApplicationContext> {

                    @Override
                    public void initialize(GenericApplicationContext context) {
                        context.registerBean("clock", Clock.class, Clock::systemUTC);
                    }
                }
                """);
        Path factories = project.folder().resolve("src/main/resources/META-INF/spring.factories");
        Files.createDirectories(factories.getParent());
        Files.writeString(factories,
                "org.springframework.context.ApplicationContextInitializer=com.example.probe.AddsClock\n");
        ConsoleRun build = project.maven("en", "-q", "package");
        assertThat(build.exitCode()).as(build.output()).isZero();
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh",
                "-Dloader.main=com.example.probe.BeanCensus", "-cp", "target/boot-bookstore-1.0.0.jar",
                "org.springframework.boot.loader.launch.PropertiesLauncher", "--server.port=0",
                "--spring.main.banner-mode=off"), project.folder(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        List<String> census = new ArrayList<>(List.of("   1  JDK"));
        census.addAll(Files.readAllLines(Recording.module().resolve("output/bean-census.txt")));
        assertThat(run.output().lines().filter(line -> line.matches(" *\\d+  [^ ].*")).toList()).isEqualTo(census);
    }

    @Test
    @DisplayName("自动配置：裸写的每一步，在 Boot 里是哪个类做的")
    void whoDoesEachStep() {
        StringBuilder text = new StringBuilder();
        try (ConfigurableApplicationContext context = new SpringApplication(BookstoreApplication.class)
                .run("--server.port=0", "--spring.main.banner-mode=off")) {
            text.append("容器  ").append(context.getClass().getSimpleName()).append('\n');
            for (Class<?> type : List.of(ServletWebServerFactory.class, DispatcherServlet.class,
                    RequestMappingHandlerAdapter.class, JsonMapper.class, ErrorController.class)) {
                String name = context.getBeanNamesForType(type)[0];
                String declaredBy = context.getBeanFactory().getBeanDefinition(name).getFactoryBeanName();
                text.append(type.getSimpleName()).append("\n  ← ")
                        .append(declaredBy.replaceAll(".*\\.", "").replace('$', '.')).append('\n');
            }
        }
        assertThat(text).contains("WebMvcAutoConfiguration", "DispatcherServletAutoConfiguration");
        Recording.check("steps.txt", text.toString());
    }

    // region back-off
    @Configuration
    static class OwnMapper {

        @Bean
        JsonMapper prettyMapper() {
            return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        }
    }
    // endregion back-off

    @Test
    @DisplayName("自动配置：你自己定义了 JsonMapper，Boot 的就不建了")
    void yourOwnBeanWins() {
        StringBuilder text = new StringBuilder();
        for (Class<?>[] sources : new Class<?>[][] {
                { BookstoreApplication.class }, { BookstoreApplication.class, OwnMapper.class } }) {
            try (ConfigurableApplicationContext context = new SpringApplication(sources)
                    .run("--server.port=0", "--spring.main.banner-mode=off")) {
                List<String> names = List.of(context.getBeanNamesForType(JsonMapper.class));
                assertThat(names).hasSize(1);
                String json = context.getBean(JsonMapper.class).writeValueAsString(Map.of("title", "活着"));
                text.append(names.getFirst()).append('\n').append(json).append("\n\n");
            }
        }
        assertThat(text).contains("jacksonJsonMapper", "prettyMapper");
        Recording.check("back-off.txt", text.toString());
    }

    @Configuration
    @EnableWebMvc
    static class TakesOverMvc {
    }

    @Test
    @DisplayName("在 Boot 里写 @EnableWebMvc：Boot 的 MVC 配置整个退让，中文成了问号")
    void enableWebMvcSwitchesBootOff() throws IOException, InterruptedException {
        try (ConfigurableApplicationContext context =
                new SpringApplication(BookstoreApplication.class, TakesOverMvc.class)
                        .run("--server.port=0", "--spring.main.banner-mode=off");
                HttpClient client = HttpClient.newHttpClient()) {
            URI hello = URI.create("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port") + "/hello");
            assertThat(client.send(HttpRequest.newBuilder(hello).build(),
                    HttpResponse.BodyHandlers.ofString()).body()).isEqualTo("?????");
        }
    }

    @Test
    @DisplayName("内嵌服务器：换成 Jetty，代码不动，响应不变")
    void anotherServer() {
        MavenProject jetty = with("jetty");
        List<String> lines = new ArrayList<>();
        try (RunningStore before = Bookstores.boot(Bookstores.Boot.PROJECT);
                RunningStore after = Bookstores.boot(jetty)) {
            for (RunningStore store : List.of(before, after)) {
                lines.add(store.program().output().lines().filter(line -> line.contains(" started on port"))
                        .map(line -> line.substring(line.indexOf(" : ") + 3)).findFirst().orElseThrow()
                        .replaceAll("port \\d+", "port 8080").replaceAll("ports? \\d+", "port 8080"));
            }
            for (String request : SideBySideTest.SAME) {
                assertThat(after.ask(request).statusCode()).isEqualTo(before.ask(request).statusCode());
                assertThat(after.ask(request).body()).isEqualTo(before.ask(request).body());
            }
        }
        assertThat(Bookstores.jars(jetty).keySet()).doesNotContain("tomcat-embed-core");
        Recording.check("servers.txt", String.join("\n", lines));
    }

    @Test
    @DisplayName("Actuator：加一条依赖，多出一组端点")
    void oneDependencyMoreEndpoints() {
        MavenProject actuator = with("actuator");
        try (RunningStore before = Bookstores.boot(Bookstores.Boot.PROJECT);
                RunningStore after = Bookstores.boot(actuator)) {
            assertThat(before.ask("GET /actuator/health").statusCode()).isEqualTo(404);
            HttpRequestFile.read("actuator.http", Map.of("host", after.host().toString())).runAndCheck();
            assertThat(after.ask("GET /books").body()).isEqualTo(before.ask("GET /books").body());
        }
    }
}
