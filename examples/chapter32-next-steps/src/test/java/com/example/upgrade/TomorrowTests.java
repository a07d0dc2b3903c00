package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One class on the version of today and on a milestone of the next. */
class TomorrowTests {

    /** Tomorrow with the new import, in a program that says whether it was asked. */
    private static final String MAIN = """
            import org.springframework.boot.EnvironmentPostProcessor;
            import org.springframework.boot.SpringApplication;
            import org.springframework.boot.WebApplicationType;
            import org.springframework.core.env.ConfigurableEnvironment;

            public class Main {

                public static void main(String[] args) {
                    SpringApplication shop = new SpringApplication(Main.class);
                    shop.setWebApplicationType(WebApplicationType.NONE);
                    System.out.println("profile: " + shop.run().getEnvironment().getDefaultProfiles()[0]);
                }

                public static class Tomorrow implements EnvironmentPostProcessor {

                    @Override
                    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
                        environment.setDefaultProfiles("store");
                    }
                }
            }
            """;

    private static List<Path> libraries;
    private static List<Javac.Message> today;
    private static List<Javac.Message> next;

    @BeforeAll
    static void compile() throws Exception {
        MavenProject project = MavenProject.copy("chapter32-next-steps/failures/next", "next");
        Station.maven(project, Path.of(System.getProperty("java.home")),
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-Dmdep.outputFile=target/classpath.txt");
        libraries = Stream.of(Files.readString(project.folder().resolve("target/classpath.txt")).strip()
                .split(java.io.File.pathSeparator)).map(Path::of).toList();
        today = Javac.compile(project.folder(), Station.boot41().libraries(), UnaryOperator.identity(),
                "--release", "17", "-Xlint:removal,deprecation");
        next = Javac.compile(project.folder(), libraries, UnaryOperator.identity(),
                "--release", "17", "-Xlint:removal,deprecation");
    }

    @Test
    void todayItCompilesWithAWarning() {
        assertThat(Javac.errors(today)).isEmpty();
        assertThat(today).anyMatch(message -> message.text().contains("EnvironmentPostProcessor"));
        Recording.check("today.txt", Javac.list(today));
    }

    @Test
    void tomorrowItDoesNot() {
        assertThat(Javac.errors(next)).anyMatch(message -> message.text().contains("EnvironmentPostProcessor"));
        Recording.check("tomorrow.txt", Javac.list(next));
    }

    /** The list of versions is to be had, the starters themselves are not: their names can be compared, and no more. */
    @Test
    void theStarterOfRabbitMqHasAnotherNameAndTheOldOneIsStillListed() throws Exception {
        assertThat(libraries).anyMatch(jar -> jar.endsWith("spring-web-7.1.0-M1.jar"));
        assertThat(starters(Station.boot41().libraries())).contains("spring-boot-starter-amqp")
                .doesNotContain("spring-boot-starter-rabbitmq");
        assertThat(starters(libraries)).contains("spring-boot-starter-amqp", "spring-boot-starter-rabbitmq",
                "spring-boot-starter-amqp-rabbitmq");
    }

    /** What spring-boot-dependencies lists; Maven put it beside the jar of the same version. */
    private static List<String> starters(List<Path> libraries) throws IOException {
        Path jar = libraries.stream().filter(one -> one.getParent().getParent().endsWith("spring-boot")).findFirst().orElseThrow();
        String version = jar.getParent().getFileName().toString();
        Path list = jar.getParent().getParent().resolveSibling("spring-boot-dependencies").resolve(version)
                .resolve("spring-boot-dependencies-" + version + ".pom");
        return Pattern.compile("<artifactId>(spring-boot-starter-[\\w-]+)<").matcher(Files.readString(list)).results()
                .map(found -> found.group(1)).toList();
    }

    /** With the old key: 4.1 refuses to start, 4.2 says nothing and asks nobody. */
    @Test
    void theKeyInSpringFactoriesMovesToo(@TempDir Path folder) throws Exception {
        String before = "org.springframework.boot.env.EnvironmentPostProcessor";
        String after = "org.springframework.boot.EnvironmentPostProcessor";
        List<Path> now = Station.boot41().libraries();
        ConsoleRun refused = run(folder, before, now);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("Unable to instantiate factory class [Main$Tomorrow] for factory type [" + before + "]");
        assertThat(run(folder, after, now).output()).contains("profile: store");
        ConsoleRun silent = run(folder, before, libraries);
        assertThat(silent.exitCode()).isZero();
        assertThat(silent.output()).contains("profile: default").doesNotContain("Tomorrow", "EnvironmentPostProcessor");
        assertThat(run(folder, after, libraries).output()).contains("profile: store");
    }

    private static ConsoleRun run(Path folder, String key, List<Path> libraries) throws IOException {
        Path factories = Files.createDirectories(folder.resolve("META-INF")).resolve("spring.factories");
        Files.writeString(factories, key + "=Main$Tomorrow\n");
        String path = Stream.concat(Stream.of(folder), libraries.stream()).map(Path::toString)
                .collect(Collectors.joining(java.io.File.pathSeparator));
        if (Files.notExists(folder.resolve("Main.class"))) { // once for both versions
            Path main = Files.writeString(folder.resolve("Main.java"), MAIN);
            assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "17", "-d", folder.toString(),
                    "-classpath", path, main.toString())).isZero();
        }
        return ConsoleRun.run(MavenProject.javaCommand("en", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", path, "Main"), folder, null, Map.of());
    }
}
