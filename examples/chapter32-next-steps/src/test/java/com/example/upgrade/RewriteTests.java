package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What OpenRewrite does to the station of 2.7, and what it leaves to you. */
class RewriteTests {

    private static Future<Path> rewritten;

    private static Path result;

    /**
     * Once for all tests, outside the book's repository: the plugin passes over what Git ignores. Not where
     * {@code -Dtest} names other tests.
     */
    static synchronized void start(ExecutorService pool) {
        String chosen = System.getProperty("test", "RewriteTests");
        if (rewritten == null && chosen.contains("RewriteTests")) {
            rewritten = pool.submit(RewriteTests::rewrite);
        }
    }

    @BeforeAll
    static void run() throws Exception {
        Path jdk = Jdks.jdk17();
        assertThat(jdk).isDirectory();
        Station.prepare();
        result = rewritten == null ? rewrite() : rewritten.get();
    }

    private static Path rewrite() throws IOException {
        if (Jdks.find("17").isEmpty()) {
            return null;
        }
        MavenProject original = MavenProject.copy("chapter32-next-steps/stations/boot27", "rewrite-original");
        try (ProgramFolder outside = ProgramFolder.create("rewrite")) {
            return rewriteIn(outside.path(), original);
        }
    }

    private static Path rewriteIn(Path folder, MavenProject original) throws IOException {
        for (Map.Entry<String, String> file : files(original.folder()).entrySet()) {
            Path copy = folder.resolve(file.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, file.getValue());
        }
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("JAVA_HOME", Jdks.find("17").orElseThrow().toString());
        environment.put("MAVEN_OPTS", "-Xmx1500m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dfile.encoding=UTF-8");
        // region run
        List<String> command = MavenProject.mavenCommand(
                "org.openrewrite.maven:rewrite-maven-plugin:6.46.1:run",
                "-Drewrite.recipeArtifactCoordinates="
                        + "org.openrewrite.recipe:rewrite-spring:6.37.1",
                "-Drewrite.activeRecipes="
                        + "org.openrewrite.java.spring.boot4.UpgradeSpringBoot_4_0");
        // endregion run
        try (RunningProgram maven = RunningProgram.start(command, folder, environment)) {
            int exit = maven.exitCode(Duration.ofMinutes(10)).orElseThrow();
            if (exit != 0) {
                throw new IllegalStateException("OpenRewrite 失败：\n" + maven.tail(40));
            }
        }
        Path kept = Recording.module().resolve("target/projects/rewritten");
        for (Map.Entry<String, String> file : files(folder).entrySet()) {
            Path copy = kept.resolve(file.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, file.getValue());
        }
        return kept;
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("target/")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        return files;
    }

    private static String text(String file) throws IOException {
        return Files.readString(result.resolve(file));
    }

    @Test
    void whatItChanged() throws IOException {
        Map<String, String> before = files(Recording.module().resolve("target/projects/rewrite-original"));
        Map<String, String> after = files(result);
        List<String> created = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        List<String> untouched = new ArrayList<>();
        after.forEach((name, content) -> {
            String old = before.get(name);
            (old == null ? created : old.equals(content) ? untouched : changed).add(name.replaceFirst(".*/", ""));
        });
        assertThat(created).containsExactly("org.springframework.boot.autoconfigure.AutoConfiguration.imports");
        assertThat(changed).hasSize(16).contains("pom.xml", "application.properties", "SecurityConfig.java");
        assertThat(untouched).containsExactlyInAnyOrder("AuditLog.java", "BookMissing.java", "Timing.java",
                "spring.factories", "V1__books.sql");
    }

    @Test
    void whatTheCompilerStillRefuses() {
        List<Javac.Message> left = Javac.errors(Javac.compile(result, Station.boot41().libraries(),
                UnaryOperator.identity(), "--release", "17"));
        assertThat(left).isNotEmpty();
        Recording.check("rewrite-left.txt", Javac.list(left));
    }

    @Test
    void itPinsUndertowToTheOldVersion() throws IOException {
        String pom = text("pom.xml");
        assertThat(pom).contains("<dependencyManagement>").contains("spring-boot-starter-undertow");
        int start = pom.indexOf("  <dependencyManagement>");
        int end = pom.indexOf("</dependencyManagement>") + "</dependencyManagement>".length();
        Recording.check("rewrite-undertow.txt", pom.substring(start, end).replaceAll("(<version>3\\.5)\\.\\d+", "$1.x"));
    }

    @Test
    void itKnowsNothingOfRequestsAndData() throws IOException {
        assertThat(text("src/main/java/com/example/bookstore/SecurityConfig.java"))
                .contains("SecurityFilterChain").doesNotContain("DispatcherType");
        assertThat(text("src/main/java/com/example/bookstore/Book.java")).doesNotContain("JsonPropertyOrder");
        assertThat(text("src/test/java/com/example/bookstore/BookControllerTests.java")).doesNotContain("@Import");
        assertThat(files(result).values()).noneMatch(content -> content.contains("UrlHandlerFilter"))
                .noneMatch(content -> content.contains("book_seq"));
    }

    @Test
    void itRenamesKeysAndMovesAutoConfiguration() throws IOException {
        assertThat(text("src/main/resources/application.properties")).contains("spring.data.redis.host")
                .contains("spring.web.error.include-message").contains("server.max-http-request-header-size");
        assertThat(text("src/main/resources/META-INF/spring/"
                + "org.springframework.boot.autoconfigure.AutoConfiguration.imports")).contains("AuditAutoConfiguration");
        assertThat(text("pom.xml")).contains("<artifactId>spring-boot-starter-webmvc<")
                .contains("<artifactId>spring-boot-starter-aspectj<").contains("<artifactId>spring-boot-starter-flyway<")
                .doesNotContain("spring-boot-starter-web<").doesNotContain("spring-boot-starter-aop")
                .doesNotContain("flyway-core");
    }

    @Test
    void itChangesImportsAndApis() throws IOException {
        assertThat(files(result).values()).noneMatch(content -> content.contains("import javax."));
        String sources = "src/main/java/com/example/bookstore/";
        assertThat(text(sources + "RequestCounter.java")).contains("import jakarta.servlet.FilterChain;");
        assertThat(text(sources + "SecurityConfig.java")).contains("SecurityFilterChain filterChain(HttpSecurity http)")
                .contains("csrf(csrf -> csrf.disable())").doesNotContain("WebSecurityConfigurerAdapter");
        assertThat(text(sources + "ApiErrors.java")).contains("HttpStatusCode status").doesNotContain("HttpStatus status");
        assertThat(text(sources + "Book.java")).contains("@Convert(converter = YesNoConverter.class)")
                .doesNotContain("@Type");
        assertThat(text(sources + "BookRepository.java")).contains("CrudRepository<Book, Long>");
        assertThat(text("src/test/java/com/example/bookstore/BookControllerTests.java")).contains("@MockitoBean")
                .doesNotContain("@MockBean");
    }
}
