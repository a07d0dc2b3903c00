package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.upgrade.WhatBreaks.When;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The tool against the three stations, and against what javac says. */
class WhatBreaksTests {

    /** The compiled tool, which starts sooner than its source; {@code theCommandsOfThePage} runs that. */
    private static ConsoleRun run(Path project, String... more) {
        List<String> command = new ArrayList<>(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(),
                WhatBreaks.class.getName(), project.toString()));
        command.addAll(List.of(more));
        return ConsoleRun.run(command, Recording.module(), null, Map.of());
    }

    /** The tool and the jar that every Spring Boot application has. */
    private static String classPath() {
        return Stream.of(WhatBreaks.class, Yaml.class).map(WhatBreaksTests::place).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        }
        catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** A container without LANG knows only ASCII. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theReportIsLegibleWhereTheSystemKnowsOnlyAscii() {
        for (String project : List.of("stations/boot35", "nowhere")) {
            ConsoleRun run = ConsoleRun.run(List.of(MavenProject.javaCommand("zh").getFirst(), "-cp", classPath(),
                    WhatBreaks.class.getName(), project), Recording.module(), null, Map.of("LC_ALL", "C"));
            assertThat(run.output()).containsAnyOf("升到 4.x，不报错", "不是目录");
        }
    }

    @Test
    void afterTheUpgradeItFindsWhatWasOverlooked() {
        ConsoleRun run = run(Recording.module().resolve("exercises/silent"), "--from", "2");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("spring.factories:1").contains("application.properties:");
    }

    /** The nine tests pass with the old key: {@code ToBoot3Tests.undo} brings it back, and five others fail. */
    @Test
    void itFindsTheKeyThatNoTestReaches() {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot35", "what-breaks-35")
                .edit("src/main/resources/application.properties", "max-http-request-header", "max-http-header");
        String output = run(project.folder(), "--from", "2").output();
        assertThat(output.substring(0, output.indexOf("升到 4.x"))).startsWith("升到 3.x，不报错")
                .contains("application.properties:3  → server.max-http-request-header-size");
    }

    @Test
    void aVersionThatItCannotReadIsOneLine() {
        ConsoleRun run = run(Recording.module().resolve("exercises/silent"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output().lines()).hasSize(1).first().asString().contains("没有写 Spring Boot 的版本");
    }

    @Test
    void aFromThatIsNoNumberIsSaid() {
        ConsoleRun run = run(Station.source("boot35"), "--from", "three");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("three");
    }

    /** As they stand on the page: the jar that Maven copies is all that the tool needs. */
    @Test
    void theCommandsOfThePage() {
        ConsoleRun copied = ConsoleRun.run(MavenProject.mavenCommand("-q", "dependency:copy-dependencies",
                "-DincludeArtifactIds=snakeyaml"), Recording.module(), null,
                MavenProject.environment("zh"));
        assertThat(copied.exitCode()).as(copied.output()).isZero();
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", "target/dependency/*",
                "src/main/java/com/example/upgrade/WhatBreaks.java", Station.source("boot35").toString()),
                Recording.module(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).startsWith("升到 4.x");
    }

    @Test
    void onTheStationOf27() {
        ConsoleRun run = run(Station.source("boot27"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("升到 3.x").contains("升到 4.x");
        Recording.check("what-breaks-27.txt", run.output().substring(0, run.output().indexOf("升到 4.x"))
                + run.output().substring(run.output().lastIndexOf("共 ")));
    }

    @Test
    void onTheStationOf35() {
        ConsoleRun run = run(Station.source("boot35"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).doesNotContain("升到 3.x");
        Recording.check("what-breaks-35.txt", run.output());
    }

    /** The stations with their versions, each layer that the tool finds, in its order; each word was recorded in that layer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            boot27 | 3.5 | javax = javax.txt:javax. ; 安全配置 = after-jakarta.txt:SecurityConfig ; \
                HttpStatus…… = after-jakarta.txt:HttpStatus ; spring.factories 不再读 = what-breaks-27.txt:启动时/  spring.factories ; \
                序列 = silent-35.txt:clerkAddsABook ; 斜杠 = silent-35.txt:Slash ; 401 = silent-35.txt:401 ; Redis…… = silent-35.txt:redis
            boot35 | 4.1 | Undertow = starters.txt:undertow ; aop 的 starter = starters.txt:-aop ; \
                Jackson 3 = compile-41.txt:jackson ; 搬了家的包…… = compile-41.txt:package ; 字段顺序 = silent-41.txt:jsonIsWhat ; \
                错误信息 = silent-41.txt:message ; Flyway = what-breaks-35.txt:不报错/  pom.xml
            """)
    void theDrawingIsThatOfTheStations(String station, String to, String words) throws IOException {
        String drawing = Files.readString(Recording.module().resolve("../../static/img/chapter32-next-steps/journey.svg"));
        List<String> texts = Pattern.compile(">([^<>]+)</text>").matcher(drawing).results().map(text -> text.group(1)).toList();
        String from = version(station);
        List<String> leg = texts.subList(texts.indexOf(from) + 2, texts.indexOf(to));
        int major = Integer.parseInt(to.substring(0, 1));
        List<String> found = WhatBreaks.find(Station.source(station)).stream().filter(one -> one.major() == major)
                .map(one -> Map.of(When.BUILD, "Maven 读 POM 时", When.COMPILE, "编译时", When.START, "启动时",
                        When.SILENT, "不报错").get(one.when())).distinct().toList();
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < leg.size(); i += 2) {
            assertThat(leg.get(i)).isEqualTo(found.get(i / 2));
            drawn.addAll(List.of(leg.get(i + 1).split("、")));
        }
        assertThat(leg).hasSize(found.size() * 2);
        assertThat(drawn).containsExactly(words.replaceAll(" *=[^;]*", "").split("\\s*;\\s*"));
        for (String word : words.split("\\s*;\\s*")) {
            String[] recorded = word.replaceFirst(".*= *", "").split(":");
            assertThat(Files.readString(Recording.module().resolve("output/" + recorded[0])))
                    .contains(recorded[1].replace('/', '\n'));
        }
        assertThat(Files.readString(Recording.module().resolve("output/stations.txt")).lines()).anyMatch(line ->
                line.matches(Pattern.quote(to) + ".*Tests run: 9, Failures: 0, Errors: 0, Skipped: 0.*"));
        assertThat(texts.get(texts.indexOf(to) + 1)).isEqualTo("同样的 9 个测试通过");
        assertThat(texts.get(texts.indexOf(from) + 1)).endsWith("9 个测试通过");
        assertThat(version(station.equals("boot27") ? "boot35" : "boot41")).isEqualTo(to);
    }

    /** Two numbers of the version in a station's POM; that of 4.1 is filled in. */
    private static String version(String station) throws IOException {
        Matcher parent = Pattern.compile("spring-boot-starter-parent</artifactId>\\s*<version>([^<]+)<")
                .matcher(Files.readString(Station.source(station).resolve("pom.xml")));
        assertThat(parent.find()).isTrue();
        return parent.group(1).replace("@spring-boot.version@", System.getProperty("book.spring-boot.version"))
                .replaceFirst("(\\d+\\.\\d+).*", "$1");
    }

    @Test
    void nothingOnTheStationOf41() {
        MavenProject project = MavenProject.copy("chapter32-next-steps/stations/boot41", "what-breaks-41");
        ConsoleRun run = run(project.folder());
        assertThat(run.exitCode()).isZero();
        assertThat(run.output()).isEqualTo("没有找到书里录过的断裂\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot27", "boot35"})
    void findsEveryFileThatJavacRefuses(String from) throws Exception {
        Station next = from.equals("boot27") ? Station.boot35() : Station.boot41();
        UnaryOperator<String> edit = from.equals("boot27") ? ToBoot3Tests.JAKARTA : UnaryOperator.identity();
        Set<String> refused = Javac.errors(Javac.compile(Station.source(from), next.libraries(), edit,
                "--release", "17")).stream().map(Javac.Message::file).collect(Collectors.toSet());
        Set<String> found = WhatBreaks.find(Station.source(from)).stream()
                .filter(finding -> finding.major() == (from.equals("boot27") ? 3 : 4) && finding.when() == When.COMPILE)
                .map(finding -> finding.file().getFileName().toString()).collect(Collectors.toSet());
        if (from.equals("boot27")) {
            // It calls a repository, and is mended where that is declared.
            assertThat(refused.remove("ShelfHealth.java")).isTrue();
            assertThat(found).doesNotContain("ShelfHealth.java");
        }
        assertThat(refused).isNotEmpty();
        assertThat(found).containsAll(refused);
    }

    @Test
    void theVersionMayBeAProperty() {
        String profile = """
                <project>
                  <properties><boot>3.2.1</boot></properties>
                  <profile><properties><boot>%s</boot></properties></profile>
                  <parent><artifactId>spring-boot-starter-parent</artifactId><version>${boot}</version></parent>
                </project>""";
        assertThat(WhatBreaks.majorOf(profile.formatted("3.5.8"))).isEqualTo(3);
        assertThatThrownBy(() -> WhatBreaks.majorOf(profile.formatted("2.7.18"))).hasMessageContaining("写着 3.2.1，又写着 2.7.18");
        assertThat(WhatBreaks.majorOf("""
                <project>
                  <properties><spring-boot.version>3.2.1</spring-boot.version></properties>
                  <dependency>
                    <artifactId>spring-boot-dependencies</artifactId>
                    <version>${spring-boot.version}</version>
                  </dependency>
                </project>""")).isEqualTo(3);
    }

    @Test
    void aPomWithoutSpringBootIsRefused() {
        assertThatThrownBy(() -> WhatBreaks.majorOf("<project/>")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("没有写 Spring Boot 的版本");
    }

    @Test
    void aPropertyThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> WhatBreaks.majorOf("""
                <dependency>
                  <artifactId>spring-boot-dependencies</artifactId>
                  <version>${boot}</version>
                </dependency>""")).hasMessageContaining("没有属性 boot");
    }

    @Test
    void aFolderWithoutPomEndsWithTwo(@TempDir Path empty) {
        ConsoleRun run = run(empty);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("里没有 pom.xml");
    }

    @Test
    void commentsAndBuiltFilesDoNotCount(@TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.createDirectories(project.resolve("target/generated"));
        Files.writeString(project.resolve("target/generated/Old.java"), "import javax.persistence.Id;\n");
        Files.writeString(project.resolve("Old.java"), "// import javax.persistence.Id;\n");
        assertThat(WhatBreaks.find(project)).extracting(finding -> finding.file().toString()).containsOnly("pom.xml");
    }

    @Test
    void anotherEncodingIsSaid(@TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.write(project.resolve("Old.java"), "// 书".getBytes("GBK"));
        assertThat(WhatBreaks.scan(project, 2).unread()).containsExactly("Old.java 不是 UTF-8，先转换编码");
    }

    @Test
    void theJdksOwnPackagesAreLeftAlone(@TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.writeString(project.resolve("Own.java"), "import javax.sql.DataSource;\nimport javax.crypto.Cipher;\n");
        assertThat(WhatBreaks.find(project)).extracting(WhatBreaks.Finding::file)
                .doesNotContain(Path.of("Own.java"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.transaction.xa.XAResource", "javax.annotation.processing.Processor",
            "javax.annotation.processing.Generated", "javax.annotation.Nullable", "javax.annotation.concurrent.GuardedBy",
            "javax.cache.Cache"})
    void theNeighboursOfJakartaAreLeftAlone(String type, @TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.writeString(project.resolve("Own.java"), "import " + type + ";\n");
        assertThat(ToBoot3Tests.JAKARTA.apply(type)).isEqualTo(type);
        assertThat(WhatBreaks.find(project)).extracting(WhatBreaks.Finding::file)
                .doesNotContain(Path.of("Own.java"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.annotation.security.RolesAllowed", "javax.annotation.PostConstruct",
            "javax.transaction.Transactional", "javax.mail.Session", "javax.xml.bind.JAXBContext", "javax.annotation.*",
            "javax.json.Json", "javax.xml.ws.Service"})
    void whatMovedToJakartaIsFound(String type, @TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.writeString(project.resolve("Old.java"), "import " + type + ";\n");
        assertThat(WhatBreaks.find(project)).extracting(WhatBreaks.Finding::file).contains(Path.of("Old.java"));
    }

    @Test
    void keysInYamlAreReadFromTheRoot(@TempDir Path project) throws Exception {
        Files.copy(Station.source("boot27").resolve("pom.xml"), project.resolve("pom.xml"));
        Files.writeString(project.resolve("application.yml"), """
                spring:
                  application:
                    name: bookstore
                  # the cache
                  redis:
                    host: cache.internal
                server:
                  max-http-header-size: 16KB
                  error:
                    include-message: always
                ---
                bookstore:
                  redis:
                    host: elsewhere
                server.error.include-path: never
                """);
        assertThat(WhatBreaks.find(project)).filteredOn(finding -> finding.file().endsWith("application.yml"))
                .extracting(WhatBreaks.Finding::line).containsExactlyInAnyOrder(6, 8, 10, 15);
    }

    /** The rule knows each class by name: it finds those that Boot 4 took out of this jar, and no other. */
    @Test
    void whatLeftAutoconfigure() throws Exception {
        Set<String> before = autoconfigure(Station.boot35().libraries());
        Set<String> after = autoconfigure(Station.boot41().libraries());
        Set<String> left = new TreeSet<>(before);
        left.removeAll(after);
        assertThat(before).hasSize(724);
        assertThat(left).hasSize(596);
        assertThat(WhatBreaks.RULES).filteredOn(rule -> rule.cure().contains("模块名.autoconfigure")).singleElement()
                .satisfies(rule -> assertThat(before).filteredOn(type -> rule.pattern().matcher(
                        "import " + type + ";").find()).containsExactlyInAnyOrderElementsOf(left));
    }

    /** The rules of the other jars: what they find has left indeed, and most of what left is found. */
    @Test
    void whatLeftTheOtherJars() throws Exception {
        Set<String> before = types(Station.boot35().libraries(), "org.springframework.boot.");
        Set<String> after = types(Station.boot41().libraries(), "org.springframework.boot.");
        Set<String> found = before.stream().filter(type -> WhatBreaks.RULES.stream()
                .filter(rule -> rule.major() == 4 && rule.when() == WhatBreaks.When.COMPILE)
                .anyMatch(rule -> rule.pattern().matcher("import " + type + ";").find())).collect(Collectors.toSet());
        assertThat(found).hasSizeGreaterThan(1200).doesNotContainAnyElementsOf(after);
    }

    /** Methods, constants and a constructor that were there on 3.5 and are gone on 4.1. */
    @Test
    void whatSpring7TookAway() throws Exception {
        List<String> gone = List.of("getStatusCodeValue", "APPLICATION_JSON_UTF8", "DaoAuthenticationProvider()");
        assertThat(members(Station.boot35().libraries())).containsAll(gone);
        assertThat(members(Station.boot41().libraries())).isNotEmpty().doesNotContainAnyElementsOf(gone);
    }

    /** The methods without a parameter that HttpSecurity had on 3.5 and has no more on 4.1: each is found, and no other. */
    @Test
    void whatHttpSecurityLost() throws Exception {
        Set<String> before = ofHttpSecurity(Station.boot35().libraries());
        Set<String> after = ofHttpSecurity(Station.boot41().libraries());
        Set<String> gone = new TreeSet<>(before);
        gone.removeAll(after);
        assertThat(gone).contains("authorizeHttpRequests", "anonymous", "x509").doesNotContain("build", "getObject");
        assertThat(after).isNotEmpty();
        WhatBreaks.Rule lambda = WhatBreaks.RULES.stream().filter(rule -> rule.cure().equals("lambda 写法")).findAny().orElseThrow();
        assertThat(before).filteredOn(name -> lambda.pattern().matcher("http." + name + "();").find())
                .containsExactlyInAnyOrderElementsOf(gone);
    }

    private static Set<String> ofHttpSecurity(List<Path> libraries) throws Exception {
        try (URLClassLoader loader = loader(libraries)) {
            return Stream.of(loader.loadClass("org.springframework.security.config.annotation.web.builders.HttpSecurity")
                    .getMethods()).filter(method -> method.getParameterCount() == 0).map(Method::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static URLClassLoader loader(List<Path> libraries) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path library : libraries) {
            urls.add(library.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static Set<String> members(List<Path> libraries) throws Exception {
        try (URLClassLoader loader = loader(libraries)) {
            Set<String> members = new TreeSet<>();
            Stream.of(loader.loadClass("org.springframework.http.ResponseEntity").getMethods())
                    .forEach(method -> members.add(method.getName()));
            Stream.of(loader.loadClass("org.springframework.http.MediaType").getFields())
                    .forEach(field -> members.add(field.getName()));
            Stream.of(loader.loadClass("org.springframework.security.authentication.dao.DaoAuthenticationProvider")
                    .getConstructors()).filter(constructor -> constructor.getParameterCount() == 0)
                    .forEach(constructor -> members.add("DaoAuthenticationProvider()"));
            return members;
        }
    }

    /** Where those of the bookstore went: what is found again by its simple name is in a module's own package. */
    @Test
    void whereTheyWent() throws Exception {
        Set<String> left = autoconfigure(Station.boot35().libraries());
        left.removeAll(autoconfigure(Station.boot41().libraries()));
        Set<String> names = left.stream().map(type -> type.substring(type.lastIndexOf('.'))).collect(Collectors.toSet());
        List<String> again = types(Station.boot41().libraries(), "org.springframework.boot.").stream()
                .filter(type -> names.contains(type.substring(type.lastIndexOf('.')))).toList();
        assertThat(again).hasSizeGreaterThan(100).filteredOn(type -> type.contains(".autoconfigure."))
                .hasSizeGreaterThan(again.size() * 9 / 10);
    }

    private static Set<String> autoconfigure(List<Path> libraries) throws IOException {
        return types(libraries, "org.springframework.boot.autoconfigure.");
    }

    /** The classes in a package and below, without nested ones. */
    private static Set<String> types(List<Path> libraries, String packages) throws IOException {
        Set<String> types = new TreeSet<>();
        for (Path library : libraries) {
            try (JarFile jar = new JarFile(library.toFile())) {
                jar.stream().map(entry -> entry.getName().replace('/', '.'))
                        .filter(name -> name.startsWith(packages) && name.endsWith(".class") && !name.contains("$"))
                        .forEach(name -> types.add(name.substring(0, name.length() - ".class".length())));
            }
        }
        return types;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--from", "--form 2"})
    void whatItDoesNotUnderstandIsSaid(String more) {
        ConsoleRun run = run(Station.source("boot35"), more.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("用法");
    }

    @Test
    void everyRuleFindsSomethingInAStation() throws Exception {
        List<WhatBreaks.Finding> all = WhatBreaks.find(Station.source("boot27"));
        List<String> cures = all.stream().map(WhatBreaks.Finding::cure).toList();
        // These are of what this bookstore does not use: WhatBreaksCodeTests has them.
        Set<String> others = Set.of("换了包，让 IDE 重新导入", "boot.模块名.test.autoconfigure，让 IDE 重新导入",
                "getStatusCode().value()", "去掉 _UTF8", "把 UserDetailsService 交给构造器", "PathPatternRequestMatcher",
                "headerNames、headerSet", "HttpHeaders 不再是 Map", "连接管理器的 ConnectionConfig", "类换了包，写新的全名",
                "com.mysql:mysql-connector-j");
        assertThat(WhatBreaks.RULES).extracting(WhatBreaks.Rule::cure).filteredOn(cure -> !others.contains(cure))
                .allMatch(cures::contains);
    }
}
