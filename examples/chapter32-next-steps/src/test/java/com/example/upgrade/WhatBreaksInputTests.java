package com.example.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tool cannot read it says, in one line each, and ends with 2; it never claims that nothing is there. */
class WhatBreaksInputTests {

    @TempDir
    private Path project;

    private record Run(int exit, String out, String err) {
    }

    private static Run run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = WhatBreaks.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Run runHere(String... more) {
        List<String> arguments = new ArrayList<>(List.of(project.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private void write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void pom(String version) throws IOException {
        write("pom.xml", """
                <project>
                  <parent>
                    <artifactId>spring-boot-starter-parent</artifactId>
                    <version>%s</version>
                  </parent>
                </project>
                """.formatted(version));
    }

    @Test
    void aGradleBuildOn35() {
        Run run = run(Recording.module().resolve("failures/gradle").toString());
        assertThat(run.exit()).isEqualTo(2);
        Recording.check("what-breaks-gradle.txt", run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a: [1, 2       | application.yml 第 2 行不是 YAML
            a: b: c        | application.yml 第 1 行不是 YAML
            {{ .Values.x   | application.yml 第 2 行不是 YAML
            a: &x {b: *x}  | application.yml 不是 YAML：an anchor contains itself
            """)
    void brokenYaml(String yaml, String said) throws Exception {
        pom("3.5.8");
        write("application.yml", yaml + "\n");
        write("application-prod.yml", "server.error.include-message: always\n");
        Run run = runHere();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).contains("application-prod.yml:1", "读不懂、要自己看的 1 处\n  " + said);
        assertThat(run.out().lines().filter(line -> line.contains("不是 YAML"))).hasSize(1);
    }

    @Test
    void brokenProperties() throws Exception {
        pom("3.5.8");
        write("application.properties", "a=1\nb=\\u00zz\n");
        assertThat(runHere()).isEqualTo(new Run(2, """
                读得懂的部分里，没有找到书里录过的断裂
                读不懂、要自己看的 1 处
                  application.properties 第 2 行读不懂：Malformed \\uxxxx encoding.
                """, ""));
    }

    @Test
    void aConfigurationInAnotherEncoding() throws Exception {
        pom("3.5.8");
        Files.write(project.resolve("application.yml"), "书店: 一".getBytes(Charset.forName("GBK")));
        assertThat(runHere().out()).contains("application.yml 不是 UTF-8，先转换编码");
    }

    @Test
    void otherLanguagesThanJava() throws Exception {
        pom("3.5.8");
        write("src/main/kotlin/Shop.kt", "import com.fasterxml.jackson.databind.ObjectMapper\n");
        Run run = runHere();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).contains("没有找到", "有 1 个 .kt 文件：源码只读 .java");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            implementation "org.springframework.boot:spring-boot-starter-$web" | build.gradle:3 坐标是拼出来的：org.springframework.boot:spring-boot-starter-$web
            implementation 'org.springframework.boot:spring-boot-starter-' + web | build.gradle:3 坐标是拼出来的：org.springframework.boot:spring-boot-starter-
            implementation 'org.flywaydb:' + flyway                            | build.gradle:3 坐标是拼出来的：org.flywaydb:
            implementation "$group:flyway-core-x:1"                            | build.gradle:3 坐标是拼出来的：$group:flyway-core-x:1
            implementation libs.spring.aop                                     | build.gradle:3 版本目录里没有 libs.spring.aop
            apply plugin: libs.plugins.other.get().pluginId                    | build.gradle:3 版本目录里没有 libs.plugins.other
            apply from: 'https://scripts.example/boot.gradle'                  | build.gradle:3 引入了网上的脚本：https://scripts.example/boot.gradle
            from("com.example:catalogue:1.0")                                  | build.gradle:3 版本目录在别处发布：com.example:catalogue:1.0
            from(files("../shared/libs.versions.toml"))                        | build.gradle:3 在项目之外：../shared/libs.versions.toml
            """)
    void whatAGradleScriptComputes(String line, String said) throws Exception {
        write("build.gradle", "plugins { id 'org.springframework.boot' version '3.5.8' }\n\n" + line + "\n");
        Run run = runHere();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).startsWith("读得懂的部分里，没有找到书里录过的断裂\n读不懂、要自己看的 1 处\n  " + said + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"implementation \"com.example:lib:$version\"", "implementation(libs.bundles.web)",
            "url = \"https://repo.example/$path\"", "println \"$host:8080\"", "println 'shop.example:8080' + path",
            "// \"$group:artifact\"",
            "from components.java", "implementation fileTree(dir: 'libs', include: '*.jar')"})
    void whatIsNoRiddle(String line) throws Exception {
        write("build.gradle", "plugins { id 'org.springframework.boot' version '3.5.8' }\n\n" + line + "\n");
        assertThat(runHere()).isEqualTo(new Run(0, """
                没有找到书里录过的断裂
                Gradle 的脚本没有运行，只读了文字：插件加的依赖、运行时才算出来的坐标不在内
                """, ""));
    }

    @Test
    void aLineOfTheCatalogue() throws Exception {
        write("build.gradle", "plugins { id 'org.springframework.boot' version '3.5.8' }\n");
        write("gradle/libs.versions.toml", "[libraries]\naop = {\n[libraries.flyway]\nmodule = \"a:b\"\n");
        assertThat(runHere().out()).contains("gradle/libs.versions.toml:2 版本目录的这一行读不懂",
                "gradle/libs.versions.toml:4 版本目录的这一行读不懂");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plugins { id 'java' }                                           | 没有认出 Spring Boot 的版本；用 --from
            plugins { id 'org.springframework.boot' version "${nowhere}" }  | build.gradle:1 把 Spring Boot 的版本写成 ${nowhere}
            plugins { id 'org.springframework.boot' version 'latest' }      | build.gradle:1 把 Spring Boot 的版本写成 latest
            """)
    void aGradleVersionThatIsNotKnown(String script, String said) throws Exception {
        write("build.gradle", script + "\ndependencies { implementation 'g:spring-boot-starter-aop' }\n");
        assertOneLine(runHere(), said);
        assertThat(runHere("--from", "3").out()).contains("build.gradle:2  → spring-boot-starter-aspectj");
    }

    @Test
    void twoBuildsThatDisagree() throws Exception {
        pom("2.7.18");
        write("build.gradle", "plugins { id 'org.springframework.boot' version '3.5.8' }\n");
        assertOneLine(runHere(), "写着不止一个 Spring Boot 的主版本：2、3");
        Files.delete(project.resolve("build.gradle"));
        pom("3.5.8");
        write("same/pom.xml", "<project><artifactId>same</artifactId></project>");
        write("same/application.yml", "spring.redis.host: cache\n");
        assertThat(runHere().out()).contains("没有找到");
        write("old/pom.xml", Files.readString(project.resolve("pom.xml")).replace("3.5.8", "2.7.18"));
        assertOneLine(runHere(), "写着不止一个 Spring Boot 的主版本：2、3");
        assertThat(runHere("--from", "2").out()).contains("spring.data.redis.*");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <a><boot>3.5.8</boot></a><b><boot>2.7.18</boot></b> | old/pom.xml：POM 里属性 boot 写着 3.5.8，又写着 2.7.18
            <boot>RELEASE</boot>                                | old/pom.xml：POM 里 Spring Boot 的版本 RELEASE 看不出主版本
            """)
    void aModuleWhoseVersionIsNotClear(String properties, String said) throws Exception {
        pom("3.5.8");
        String module = """
                <project>
                  %s
                  <parent><artifactId>spring-boot-starter-parent</artifactId><version>${boot}</version></parent>
                </project>
                """;
        write("old/pom.xml", module.formatted(""));
        assertThat(runHere().out()).contains("没有找到");
        write("old/pom.xml", module.formatted(properties));
        assertOneLine(runHere(), said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <project>                  | pom.xml 不是 XML
            <!DOCTYPE x><project/>     | pom.xml 不是 XML
            """)
    void aPomThatIsNoXml(String pom, String said) throws Exception {
        write("pom.xml", pom);
        assertOneLine(runHere(), said);
    }

    @Test
    void aVersionWithoutNumber() throws Exception {
        pom("RELEASE");
        assertOneLine(runHere(), "看不出主版本");
    }

    @Test
    void aFolderThatIsNone() {
        assertOneLine(run(project.resolve("nowhere").toString()), "不是目录");
        assertOneLine(run("\0"), "不是一个路径");
        assertOneLine(runHere(), "里没有 pom.xml，也没有 Gradle 的脚本");
        assertOneLine(runHere("--from", "three"), "里没有 pom.xml");
    }

    @Test
    void twoFilesOfOneNameAreToldApart() throws Exception {
        pom("3.5.8");
        write("a/application.yml", "server.error.include-message: always\n");
        write("b/application.yml", "server.error.include-message: always\n");
        assertThat(runHere().out()).contains("  a/application.yml:1  →", "  b/application.yml:1  →");
    }

    private static void assertOneLine(Run run, String said) {
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains(said);
    }
}
