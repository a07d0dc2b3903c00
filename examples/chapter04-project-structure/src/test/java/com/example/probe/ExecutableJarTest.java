package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("可执行 jar 拆开看")
class ExecutableJarTest {

    private static ZipFile jar() throws IOException {
        return new ZipFile(MultiModule.packaged().folder().resolve(MultiModule.JAR).toFile());
    }

    private static String entry(ZipFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("MANIFEST 里 Boot 写的几行")
    void manifest() throws IOException {
        try (ZipFile jar = jar()) {
            String manifest = entry(jar, "META-INF/MANIFEST.MF");
            assertThat(manifest).contains("Main-Class: org.springframework.boot.loader.launch.JarLauncher",
                    "Start-Class: com.example.bookstore.BookstoreApplication");
            Recording.check("manifest.txt", manifest.lines()
                    .filter(line -> line.matches("(Main-Class|Start-Class|Spring-Boot-.*): .*"))
                    .map(line -> line.replaceFirst("(Spring-Boot-Version: ).*", "$1@spring-boot.version@"))
                    .sorted().collect(Collectors.joining("\n")));
        }
    }

    @Test
    @DisplayName("按先后列出：加载器的类在最前，内层 jar 不压缩")
    void contents() throws IOException {
        Map<String, int[]> groups = new LinkedHashMap<>();
        try (ZipFile jar = jar()) {
            jar.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> {
                int[] counts = groups.computeIfAbsent(group(entry.getName()), name -> new int[2]);
                counts[entry.getMethod() == ZipEntry.STORED ? 0 : 1]++;
            });
        }
        assertThat(groups.get("BOOT-INF/lib/*.jar")[1]).as("内层 jar 一个都没压缩").isZero();
        Recording.check("jar-contents.txt", groups.entrySet().stream()
                .map(group -> "%-45s %s".formatted(group.getKey(), group.getValue()[0] == 0 ? "压缩" : "不压缩"))
                .collect(Collectors.joining("\n")));
    }

    private static String group(String name) {
        if (name.startsWith("BOOT-INF/lib/")) {
            return name.contains("bookstore-") ? name : "BOOT-INF/lib/*.jar";
        }
        return Stream.of("org/springframework/boot/loader/", "BOOT-INF/classes/", "META-INF/maven/",
                "META-INF/services/").filter(name::startsWith).map(folder -> folder + "**")
                .findFirst().orElse(name);
    }

    @Test
    @DisplayName("layers.idx：兄弟模块落在 application 层，不和第三方的库在一起")
    void layers() throws IOException {
        try (ZipFile jar = jar()) {
            String index = entry(jar, "BOOT-INF/layers.idx");
            String dependencies = index.substring(0, index.indexOf("- \"spring-boot-loader\""));
            assertThat(dependencies).doesNotContain("bookstore-");
            assertThat(index.substring(index.indexOf("- \"application\"")))
                    .contains("bookstore-catalog-1.0.0.jar", "bookstore-ordering-1.0.0.jar");
            Recording.check("layers.txt", index.lines()
                    .collect(Collectors.groupingBy(line -> line.contains("/lib/") && !line.contains("bookstore-"),
                            LinkedHashMap::new, Collectors.toList())).get(false).stream()
                    .map(line -> line.equals("- \"dependencies\":") ? line + "\n  …" : line)
                    .collect(Collectors.joining("\n")));
        }
    }

    @Test
    @DisplayName("兄弟模块先装进仓库，再用 -pl 单独打包 app：它就成了第三方的库，归在 dependencies 层")
    void anInstalledSiblingIsAThirdPartyLibrary() throws IOException {
        MavenProject project = MultiModule.copy("installed-siblings");
        OtherMaven maven = OtherMaven.of("3.9.11");
        // 装进这个项目自己的仓库，别的测试看不到；第三方的库仍取自平常的那个。
        String[] repositories = { "-Dmaven.repo.local=" + project.folder().resolve("repository"),
                "-Dmaven.repo.local.tail=" + Path.of(System.getProperty("user.home"), ".m2", "repository") };
        ConsoleRun install = maven.run(project, repositories[0], repositories[1], "-DskipTests", "install");
        assertThat(install.exitCode()).as(install.output()).isZero();
        assertThat(layer(project, "application")).contains("bookstore-catalog", "bookstore-ordering");
        ConsoleRun alone = maven.run(project, repositories[0], repositories[1], "-DskipTests",
                "-pl", "app", "clean", "package");
        assertThat(alone.exitCode()).as(alone.output()).isZero();
        // 没有本地的库了，整个 lib 都在 dependencies 层。
        assertThat(layer(project, "application")).doesNotContain("bookstore-");
        assertThat(layer(project, "dependencies")).contains("\"BOOT-INF/lib/\"");
    }

    private static String layer(MavenProject project, String name) throws IOException {
        try (ZipFile jar = new ZipFile(project.folder().resolve(MultiModule.JAR).toFile())) {
            assertThat(jar.getEntry("BOOT-INF/lib/bookstore-catalog-1.0.0.jar")).isNotNull();
            return entry(jar, "BOOT-INF/layers.idx").lines().dropWhile(line -> !line.equals("- \"" + name + "\":"))
                    .skip(1).takeWhile(line -> !line.startsWith("- ")).collect(Collectors.joining("\n"));
        }
    }

    @Test
    @DisplayName("运行时：类来自 nested: 地址，由 Boot 的类加载器加载；资源不是文件")
    void atRunTime() {
        MavenProject project = MultiModule.packaged();
        ConsoleRun packaged = MultiModule.java(project, "-jar", MultiModule.JAR);
        assertThat(packaged.output()).contains("jar:nested:", "LaunchedClassLoader", "FileNotFoundException");
        Recording.check("run-packaged.txt", withoutVersions(project.readersPaths(packaged.output())));
    }

    @Test
    @DisplayName("在 IDE 里：类路径是目录，同一段代码没有错")
    void inTheIde() throws IOException {
        MavenProject project = MultiModule.packaged();
        extract(project);
        String classPath = String.join(File.pathSeparator, "app/target/classes", "catalog/target/classes",
                "ordering/target/classes", "extracted/lib/*");
        ConsoleRun run = MultiModule.java(project, "-cp", classPath, "com.example.bookstore.BookstoreApplication");
        assertThat(project.readersPaths(run.output()))
                .contains("BookstoreApplication file:/home/reader/bookstore/app/target/classes/",
                        "读内容               七天内可以退书", "当作文件             terms.txt");
    }

    @Test
    @DisplayName("extract 拆成一个普通的 jar 和一个 lib 目录，照样能运行；资源还在 jar 里，getFile 照样失败")
    void extracted() throws IOException {
        MavenProject project = MultiModule.packaged();
        extract(project);
        Path folder = project.folder().resolve("extracted");
        assertThat(folder.resolve("bookstore.jar")).exists();
        assertThat(folder.resolve("lib/bookstore-catalog-1.0.0.jar")).exists();
        ConsoleRun run = MultiModule.java(project, "-jar", "extracted/bookstore.jar");
        assertThat(run.output()).contains("BookstoreApplication file:").contains("AppClassLoader");
        assertThat(run.output()).as("terms.txt 还在一个 jar 里").contains("FileNotFoundException");
    }

    private static void extract(MavenProject project) throws IOException {
        if (!Files.exists(project.folder().resolve("extracted"))) {
            ConsoleRun run = project.java(Map.of(), "-Djarmode=tools", "-jar", MultiModule.JAR,
                    "extract", "--destination", "extracted");
            assertThat(run.exitCode()).as(run.output()).isZero();
        }
    }

    @Test
    @DisplayName("用压缩工具重新打一遍：内层 jar 被压缩，报的却是找不到类")
    void zippedAgain() throws IOException {
        MavenProject project = MultiModule.packaged();
        Path again = project.folder().resolve("zipped-again.jar");
        try (ZipFile jar = jar(); OutputStream file = Files.newOutputStream(again);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (ZipEntry entry : jar.stream().<ZipEntry>map(ZipEntry.class::cast).toList()) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                jar.getInputStream(entry).transferTo(zip);
                zip.closeEntry();
            }
        }
        ConsoleRun run = project.java(Map.of(), "-jar", "zipped-again.jar");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("NoClassDefFoundError: org/springframework/boot/SpringApplication");
        Recording.check("zipped-again.txt", run.output().lines()
                .filter(line -> !line.startsWith("\t")).collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("用 jar uf 换一个文件：别的原样不动，能运行")
    void updatedWithTheJarCommand() throws IOException {
        MavenProject project = MultiModule.packaged();
        Path terms = project.folder().resolve("BOOT-INF/classes/terms.txt");
        Files.createDirectories(terms.getParent());
        Files.writeString(terms, "三十天内可以退书");
        Files.copy(project.folder().resolve(MultiModule.JAR), project.folder().resolve("updated.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        ConsoleRun update = ConsoleRun.run(List.of(Path.of(System.getProperty("java.home"), "bin", "jar").toString(),
                "uf", "updated.jar", "BOOT-INF/classes/terms.txt"), project.folder(), null, Map.of());
        assertThat(update.exitCode()).as(update.output()).isZero();
        try (ZipFile jar = new ZipFile(project.folder().resolve("updated.jar").toFile())) {
            assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".jar")))
                    .isNotEmpty().allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
        }
        assertThat(MultiModule.java(project, "-jar", "updated.jar").output()).contains("三十天内可以退书");
    }

    @Test
    @DisplayName("-Djarmode=layertools 没有了")
    void layertoolsIsGone() {
        ConsoleRun run = MultiModule.packaged().java(Map.of(), "-Djarmode=layertools", "-jar", MultiModule.JAR, "list");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains("Unsupported jarmode 'layertools'");
    }

    @Test
    @DisplayName("pom 里还写着 executable 和 CLASSIC：构建成功，只是不起作用，jar 前面没有脚本，加载器还是新的；Maven 3.9 有警告")
    void oldPluginSettingsAreIgnored() throws IOException {
        MavenProject project = MultiModule.copy("old-plugin-settings").edit("app/pom.xml",
                "        <artifactId>spring-boot-maven-plugin</artifactId>\n", """
                                <artifactId>spring-boot-maven-plugin</artifactId>
                                <configuration>
                                  <executable>true</executable>
                                  <loaderImplementation>CLASSIC</loaderImplementation>
                                </configuration>
                        """);
        ConsoleRun run = project.maven("en", "package", "-DskipTests");
        assertThat(run.exitCode()).as(run.output()).isZero();
        Path jar = project.folder().resolve(MultiModule.JAR);
        try (InputStream bytes = Files.newInputStream(jar); ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(bytes.readNBytes(2)).as("脚本会以 #! 开头").asString(StandardCharsets.US_ASCII).isEqualTo("PK");
            assertThat(entry(zip, "META-INF/MANIFEST.MF"))
                    .contains("Main-Class: org.springframework.boot.loader.launch.JarLauncher");
        }
        if (project.maven("en", "-v").output().contains("Apache Maven 3.8.")) {
            assertThat(run.output()).doesNotContain("unknown for plugin");
        }
        ConsoleRun newer = OtherMaven.of("3.9.11").run(project, "package", "-DskipTests");
        assertThat(newer.exitCode()).as(newer.output()).isZero();
        assertThat(newer.output()).contains("[WARNING] Parameter 'executable' is unknown for plugin 'spring-boot-maven-plugin:",
                "[WARNING] Parameter 'loaderImplementation' is unknown for plugin 'spring-boot-maven-plugin:");
    }

    @Test
    @DisplayName("脚本里写着旧的启动器类名：找不到主类")
    void theOldLauncher() {
        ConsoleRun run = MultiModule.packaged().java(Map.of(), "-cp", MultiModule.JAR,
                "org.springframework.boot.loader.JarLauncher");
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("old-launcher.txt", run.output());
    }

    private static String withoutVersions(String text) {
        return text.replaceAll("(spring-[a-z-]+?)-\\d[\\w.]*(?=\\.jar)", "$1");
    }
}
