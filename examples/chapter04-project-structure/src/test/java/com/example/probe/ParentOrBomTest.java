package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.w3c.dom.Document;
import org.yaml.snakeyaml.Yaml;

@DisplayName("继承 spring-boot-starter-parent，还是只导入 spring-boot-dependencies")
class ParentOrBomTest {

    private static final String EFFECTIVE_POM = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom";

    private record Built(MavenProject project, Document effectivePom, String output) {
    }

    private static final Map<String, Built> BUILT = new LinkedHashMap<>();

    @BeforeAll
    static void buildTheThree() throws Exception {
        for (String name : new String[] { "parent", "bom", "bom-complete" }) {
            MavenProject project = MavenProject.copy("chapter04-project-structure/parent-or-bom", name);
            ConsoleRun run = project.maven("en", "-f", "pom-" + name + ".xml",
                    EFFECTIVE_POM, "-Doutput=target/effective-pom.xml", "package");
            assertThat(run.exitCode()).as(run.output()).isZero();
            BUILT.put(name, new Built(project, DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(project.folder().resolve("target/effective-pom.xml").toFile()), run.output()));
        }
    }

    @Test
    @DisplayName("没有写编码：复制资源与编译时都警告；只导入 BOM 时没人用的版本属性，一句也没有提")
    void warningsOfTheBuild() {
        assertThat(BUILT.get("bom").output()).contains(" to copy filtered resources, i.e. build is platform dependent!",
                "File encoding has not been set");
        assertThat(BUILT.get("bom").output()).doesNotContainIgnoringCase("tomcat.version");
        for (String name : new String[] { "parent", "bom-complete" }) {
            assertThat(BUILT.get(name).output()).doesNotContain("build is platform dependent");
        }
    }

    private static String value(String name, String xpath) {
        XPath evaluator = XPathFactory.newInstance().newXPath();
        try {
            String value = evaluator.evaluate(xpath, BUILT.get(name).effectivePom()).strip();
            return value.isEmpty() ? "-" : value;
        }
        catch (XPathExpressionException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    private static String managedVersion(String artifact) {
        return "/project/dependencyManagement/dependencies/dependency[artifactId='" + artifact + "']/version";
    }

    private static String plugin(String artifact) {
        return "/project/build/pluginManagement/plugins/plugin[artifactId='" + artifact + "']";
    }

    @Test
    @DisplayName("有效 POM 里的事实")
    void effectiveFacts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("tomcat-embed-core", managedVersion("tomcat-embed-core"));
        facts.put("tomcat-embed-el", managedVersion("tomcat-embed-el"));
        facts.put("tomcat-embed-jasper", managedVersion("tomcat-embed-jasper"));
        facts.put("-parameters", plugin("maven-compiler-plugin") + "/configuration/parameters");
        facts.put("source-encoding", "/project/properties/project.build.sourceEncoding");
        facts.put("filtering", "/project/build/resources/resource[1]/filtering");
        facts.put("delimiter", plugin("maven-resources-plugin") + "/configuration/delimiters/delimiter");
        facts.put("repackage", plugin("spring-boot-maven-plugin") + "/executions/execution/goals/goal");
        facts.put("maven-jar-plugin", plugin("maven-jar-plugin") + "/version");
        facts.put("maven-compiler-plugin", plugin("maven-compiler-plugin") + "/version");
        facts.put("maven-surefire-plugin", plugin("maven-surefire-plugin") + "/version");
        StringBuilder table = new StringBuilder("%-24s%-20s%s%n".formatted("", "parent", "bom"));
        facts.forEach((fact, xpath) -> table.append("%-24s%-20s%s%n".formatted(
                fact, own(value("parent", xpath)), own(value("bom", xpath)))));
        assertThat(value("parent", facts.get("tomcat-embed-core"))).isEqualTo("11.0.20");
        assertThat(value("bom", facts.get("tomcat-embed-core"))).isNotEqualTo("11.0.20");
        Recording.check("parent-or-bom.txt", table.toString());
    }

    /** The version that Boot manages changes with every patch. */
    private static String own(String value) {
        return value.matches("\\d+\\.\\d+\\.\\d+") && !value.equals("11.0.20") ? "(Boot)" : value;
    }

    @Test
    @DisplayName("自己写的版本赢过 BOM 的，写在后面也一样；没写到的构件仍是 BOM 的版本")
    void theBomIsOverriddenArtifactByArtifact() {
        assertThat(value("bom-complete", managedVersion("tomcat-embed-core"))).isEqualTo("11.0.20");
        assertThat(value("bom-complete", managedVersion("tomcat-embed-jasper"))).isNotEqualTo("11.0.20");
        assertThat(value("parent", managedVersion("tomcat-embed-jasper"))).isEqualTo("11.0.20");
    }

    @Test
    @DisplayName("同样的源码：只导入 BOM 时，占位符没有替换，路径变量报 -parameters")
    void behaviour() {
        Function<String, String> answers = name -> {
            MavenProject project = BUILT.get(name).project();
            try (RunningProgram app = RunningProgram.start(MavenProject.javaCommand("en",
                    "-jar", "target/bookstore-1.0.0.jar"), project.folder(), Map.of("SERVER_PORT", "0"))) {
                app.await("Tomcat started on port ");
                String port = app.output().replaceAll("(?s).*Tomcat started on port (\\d+).*", "$1");
                String result = "GET /version   → " + get(port, "/version")
                        + "\nGET /books/42  → " + get(port, "/books/42") + "\n";
                if (name.equals("bom")) {
                    String log = app.await("Name for argument").output();
                    Recording.check("no-parameters.txt", log.replaceAll(
                            "(?s).*(java\\.lang\\.IllegalArgumentException: Name for argument of type"
                                    + " \\[int][^\\]\\n]*).*", "$1"));
                }
                return result;
            }
        };
        String withParent = answers.apply("parent");
        String withBom = answers.apply("bom");
        assertThat(withParent).contains("200 1.0.0").contains("200 book 42");
        assertThat(withBom).contains("@project.version@").contains("500");
        assertThat(answers.apply("bom-complete")).isEqualTo(withParent);
        Recording.check("parent-or-bom-answers.txt", "# parent\n" + withParent + "# bom\n" + withBom);
    }

    @Test
    @DisplayName("清单里的版本：继承时有，应用知道自己是几版，启动日志也写着；只导入 BOM 时没有，补上 maven-jar-plugin 的配置就有")
    void theApplicationKnowsItsVersion() {
        assertThat(startingLine("parent")).contains("Starting BookstoreApplication v1.0.0 using Java");
        assertThat(startingLine("bom")).contains("Starting BookstoreApplication using Java");
        assertThat(startingLine("bom-complete")).contains("Starting BookstoreApplication v1.0.0 using Java");
    }

    private static String startingLine(String name) {
        try (RunningProgram app = RunningProgram.start(MavenProject.javaCommand("en", "-jar", "target/bookstore-1.0.0.jar"),
                BUILT.get(name).project().folder(), Map.of("SERVER_PORT", "0"))) {
            return app.await("Starting BookstoreApplication").await("Tomcat started on port ").output();
        }
    }

    @Test
    @DisplayName("导入几个 BOM，先写的赢：Jackson 自己的 BOM 写在 Boot 的前面就换了一家，写在后面不起作用")
    void theFirstImportedBomWins() throws Exception {
        assertThat(jacksonWhenItsBomIsWritten(true)).isEqualTo("3.1.3");
        assertThat(jacksonWhenItsBomIsWritten(false)).isNotEqualTo("3.1.3").isEqualTo(
                value("bom", JACKSON));
    }

    private static final String JACKSON = "/project/dependencyManagement/dependencies/dependency"
            + "[groupId='tools.jackson.core'][artifactId='jackson-databind']/version";

    private static String jacksonWhenItsBomIsWritten(boolean first) throws Exception {
        String own = """
                      <dependency>
                        <groupId>tools.jackson</groupId>
                        <artifactId>jackson-bom</artifactId>
                        <version>3.1.3</version>
                        <type>pom</type>
                        <scope>import</scope>
                      </dependency>
                """;
        String start = "  <dependencyManagement>\n    <dependencies>\n";
        String end = "    </dependencies>\n  </dependencyManagement>\n";
        MavenProject project = MavenProject.copy("chapter04-project-structure/parent-or-bom", "jackson-bom-" + first)
                .edit("pom-bom.xml", first ? start : end, first ? start + own : own + end);
        ConsoleRun run = project.maven("en", "-q", "-f", "pom-bom.xml", EFFECTIVE_POM,
                "-Doutput=target/effective-pom.xml");
        assertThat(run.exitCode()).as(run.output()).isZero();
        Document effective = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(project.folder().resolve("target/effective-pom.xml").toFile());
        return XPathFactory.newInstance().newXPath().evaluate(JACKSON, effective).strip();
    }

    @Test
    @DisplayName("补齐之后，替换占位符的文件与父 POM 的一样：YAML 和子目录里的也算")
    void theSameFilesAreFiltered() {
        String includes = "/project/build/resources/resource[filtering='true']/includes/include[%d]";
        for (int i = 1; i <= 4; i++) {
            assertThat(value("bom-complete", includes.formatted(i))).isEqualTo(value("parent", includes.formatted(i)));
        }
        assertThat(value("parent", includes.formatted(1))).isEqualTo("**/application*.yml");
    }

    @Test
    @DisplayName("没有替换的占位符写在 YAML 里：@ 不能开头，解析失败")
    void placeholderInYaml() {
        assertThatThrownBy(() -> new Yaml().load("version: @project.version@"))
                .hasMessageContaining("found character '@' that cannot start any token");
    }

    @Test
    @DisplayName("没有写 surefire 的版本：Maven 3.8 一个测试也不执行，红的也构建成功；写上就变红")
    void theSurefireOfMaven38RunsNoTest() throws IOException {
        MavenProject project = MavenProject.copy("chapter04-project-structure/parent-or-bom", "surefire")
                .edit("pom-bom-complete.xml", "      <artifactId>spring-boot-starter-webmvc</artifactId>\n    </dependency>\n", """
                              <artifactId>spring-boot-starter-webmvc</artifactId>
                            </dependency>
                            <dependency>
                              <groupId>org.springframework.boot</groupId>
                              <artifactId>spring-boot-starter-webmvc-test</artifactId>
                              <scope>test</scope>
                            </dependency>
                        """);
        Path test = project.folder().resolve("src/test/java/com/example/bookstore/RedTests.java");
        Files.createDirectories(test.getParent());
        Files.writeString(test, """
                package com.example.bookstore;

                import org.junit.jupiter.api.Test;

                class RedTests {

                    @Test
                    void red() {
                        throw new AssertionError("red");
                    }
                }
                """);
        OtherMaven maven = OtherMaven.of("3.8.8");
        ConsoleRun complete = maven.run(project, "-f", "pom-bom-complete.xml", "test");
        assertThat(complete.exitCode()).as(complete.output()).isEqualTo(1);
        assertThat(complete.output()).contains("Tests run: 1, Failures: 1");
        project.edit("pom-bom-complete.xml", """
                      <plugin>
                        <artifactId>maven-surefire-plugin</artifactId>
                        <version>3.5.6</version>
                      </plugin>
                """, "");
        ConsoleRun without = maven.run(project, "-f", "pom-bom-complete.xml", "test");
        assertThat(without.exitCode()).as(without.output()).isZero();
        assertThat(without.output()).contains("maven-surefire-plugin:2.12.4", "BUILD SUCCESS").doesNotContain("Tests run: 1");
    }

    private static String get(String port, String path) {
        var response = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory())
                .defaultStatusHandler(status -> true, (request, answer) -> { })
                .build().get().uri("http://localhost:" + port + path)
                .header("Accept", "text/plain, application/json").retrieve().toEntity(String.class);
        return response.getStatusCode().value()
                + (response.getStatusCode().is2xxSuccessful() ? " " + response.getBody() : "");
    }
}
