package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.web.service.annotation.HttpExchange;

/** The version before and the one to come are run, not remembered. */
class VersionsTests {

    private static final String CLIENT = "src/main/java/com/example/order/";

    private static final Map<String, String> CLASS_PATHS = new HashMap<>();

    /** Both are asked for by one run of Maven, whose modules they are for that. */
    @BeforeAll
    static void resolve() throws IOException {
        MavenProject all = MavenProject.copy("chapter15-microservices/boot35", "versions");
        for (String version : List.of("boot35", "boot42")) {
            MavenProject.copy("chapter15-microservices/" + version, "versions/" + version)
                    .edit("pom.xml", "<artifactId>bookstore</artifactId>", "<artifactId>" + version + "</artifactId>");
        }
        Files.writeString(all.folder().resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>versions</artifactId>
                  <version>1.0.0</version>
                  <packaging>pom</packaging>
                  <modules><module>boot35</module><module>boot42</module></modules>
                </project>
                """);
        ConsoleRun run = all.maven("en", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-q", "-Dmdep.outputFile=target/classpath.txt");
        for (String version : List.of("boot35", "boot42")) {
            Path file = all.folder().resolve(version).resolve("target/classpath.txt");
            assertThat(file).as(run.output()).exists();
            CLASS_PATHS.put(version, Files.readString(file).strip());
        }
    }

    /** What the compiler says, empty when it is content. */
    private static String compile(String classPath, Path classes, String... sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null, files.getJavaFileObjectsFromPaths(
                            Stream.of(sources).map(source -> Recording.module().resolve(source)).toList())).call();
        }
        return said.getDiagnostics().stream().map(line -> line.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void boot35HasNoGroups() throws IOException {
        String classPath = CLASS_PATHS.get("boot35");
        Path classes = Recording.module().resolve("target/boot35");
        assertThat(compile(classPath, classes, CLIENT + "CatalogClient.java", CLIENT + "Book.java",
                CLIENT + "OrderApplication.java")).contains("package org.springframework.web.service.registry does not exist");
        assertThat(compile(classPath, classes, CLIENT + "CatalogClient.java", CLIENT + "Book.java",
                "boot35/src/CatalogConfiguration.java", "boot35/src/Yesterday.java")).isEmpty();
        // No key of a group is known there, and the key without a group is the one that is read.
        List<String> keys = new ArrayList<>();
        for (String jar : classPath.split(File.pathSeparator)) {
            keys.add(text(Path.of(jar), "META-INF/spring-configuration-metadata.json"));
        }
        assertThat(keys).noneMatch(each -> each.contains("spring.http.serviceclient"));
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        try (StandIn catalog = StandIn.start(exchange -> {
            if (asked.getAndIncrement() > 0) {
                hold(never);
            }
            StandIn.json(200, StandIn.BOOK).to(exchange);
        })) {
            ConsoleRun run = run("Yesterday", classes, classPath, "--server.port=0", "--catalog.url=" + catalog.url(),
                    "--spring.http.client.read-timeout=3s");
            never.countDown();
            assertThat(run.output()).contains("SAID Book[isbn=9787536692930, title=三体, cents=2300]")
                    .containsPattern("SAID java\\.net\\.\\S*Timeout");
        }
    }

    private static void hold(CountDownLatch until) {
        try {
            until.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static String text(Path jar, String entry) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry found = zip.getEntry(entry);
            return found == null ? "" : new String(zip.getInputStream(found).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What the chapter calls over HTTP with: every public method of this version is there in the milestone as well. */
    @Test
    void springFramework71TakesNothingAway() throws IOException {
        String milestone = Stream.of(CLASS_PATHS.get("boot42").split(File.pathSeparator))
                .filter(jar -> jar.matches(".*spring-web-7\\.1\\.0-M\\d+\\.jar")).findAny().orElseThrow();
        Path ours = Path.of(URI.create(HttpExchange.class.getProtectionDomain().getCodeSource().getLocation().toString()));
        Map<String, Set<String>> now = publicMethods(ours);
        Map<String, Set<String>> then = publicMethods(Path.of(milestone));
        assertThat(now).containsKeys("org/springframework/web/service/annotation/HttpExchange.class",
                "org/springframework/web/client/RestClient$Builder.class",
                "org/springframework/http/client/JdkClientHttpRequestFactory.class",
                "org/springframework/http/client/HttpComponentsClientHttpRequestFactory.class");
        now.forEach((type, methods) -> assertThat(then.getOrDefault(type, Set.of())).as(type).containsAll(methods));
    }

    private static Map<String, Set<String>> publicMethods(Path jar) throws IOException {
        Map<String, Set<String>> methods = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(each -> each.getName().matches(
                    "org/springframework/(web/service/annotation/\\w+|web/client/RestClient(\\$\\w+)?|http/client/\\w+RequestFactory)\\.class"))
                    .toList()) {
                Set<String> found = methods.computeIfAbsent(entry.getName(), name -> new TreeSet<>());
                new ClassReader(zip.getInputStream(entry)).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {
                    @Override
                    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                        if ((access & Opcodes.ACC_PUBLIC) != 0 && (access & Opcodes.ACC_SYNTHETIC) == 0) {
                            found.add(name + type);
                        }
                        return null;
                    }
                }, ClassReader.SKIP_CODE);
            }
        }
        return methods;
    }

    @Test
    void springCloudRefusesBoot42() throws IOException {
        String classPath = CLASS_PATHS.get("boot42");
        Path classes = Recording.module().resolve("target/boot42");
        assertThat(compile(classPath, classes, "boot42/src/Tomorrow.java")).isEmpty();
        ConsoleRun refused = run("Tomorrow", classes, classPath);
        assertThat(refused.exitCode()).as(refused.output()).isNotZero();
        Recording.check("boot42.txt", refused.output().substring(refused.output().indexOf("Description:")).strip() + "\n");
        assertThat(run("Tomorrow", classes, classPath, "--spring.cloud.compatibility-verifier.enabled=false").exitCode()).isZero();
    }

    private static ConsoleRun run(String main, Path classes, String classPath, String... arguments) {
        return ConsoleRun.run(Stream.concat(ShortLived.command(MavenProject.javaCommand("zh", "-cp",
                classes + File.pathSeparator + classPath, "com.example.order." + main)).stream(),
                Stream.of(arguments)).toList(), Recording.module(), null, Map.of());
    }
}
