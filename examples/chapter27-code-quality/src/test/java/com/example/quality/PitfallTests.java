package com.example.quality;

import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.library.ProxyRules.no_classes_should_directly_call_other_methods_declared_in_the_same_class_that;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.quality.Builds.Build;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;

@DisplayName("踩坑")
class PitfallTests {

    @BeforeAll
    static void startAll() {
        noJvmConfig();
        notCleaned();
        noJunitPlugin();
        argLine();
        notCompiled();
    }

    private static CompletableFuture<Build> noJvmConfig() {
        return Builds.start("no-jvm-config",
                () -> Builds.maven(Builds.planted("no-jvm-config").delete(".mvn"), "-Perrorprone", "compile"));
    }

    private static CompletableFuture<Build> notCleaned() {
        return Builds.start("not-cleaned", () -> {
            MavenProject project = Builds.planted("not-cleaned");
            Builds.maven(project, "compile").succeeds();
            return Builds.maven(project, "-Perrorprone", "compile");
        });
    }

    private static CompletableFuture<Build> noJunitPlugin() {
        return Builds.start("no-junit-plugin", () -> Builds.maven(Builds.planted("no-junit-plugin")
                .edit("pom.xml", "<artifactId>pitest-junit5-plugin</artifactId>\n                <version>1.2.3</version>",
                        "<artifactId>pitest</artifactId>\n                <version>1.30.2</version>"),
                "-Ppitest", "test-compile", "org.pitest:pitest-maven:mutationCoverage"));
    }

    private static CompletableFuture<Build> argLine() {
        return Builds.start("arg-line", () -> Builds.maven(Builds.planted("arg-line")
                .edit("pom.xml", "  <profiles>", """
                          <build>
                            <plugins>
                              <plugin>
                                <artifactId>maven-surefire-plugin</artifactId>
                                <configuration><argLine>-Xmx256m</argLine></configuration>
                              </plugin>
                            </plugins>
                          </build>

                          <profiles>"""), "-Pjacoco", "verify"));
    }

    private static CompletableFuture<Build> notCompiled() {
        return Builds.start("not-compiled",
                () -> Builds.maven(Builds.planted("not-compiled"), "-Pspotbugs", "spotbugs:check"));
    }

    @Test
    @DisplayName("没有 .mvn/jvm.config：Error Prone 用不了编译器的内部类")
    void withoutJvmConfig() {
        Build build = Builds.join(noJvmConfig()).fails();
        assertThat(build.output()).contains("does not export com.sun.tools.javac");
        Recording.check("no-jvm-config.txt", build.output().lines()
                .filter(line -> line.contains("does not export"))
                .map(line -> line.replaceFirst(".*(class com\\.google)", "$1").replaceAll("@0x[0-9a-f]+", "@…"))
                .findFirst().orElseThrow());
    }

    @Test
    @DisplayName("没有 clean：增量编译什么也没编译，Error Prone 没有运行，构建成功")
    void withoutCleanNothingIsChecked() {
        Build build = Builds.join(notCleaned()).succeeds();
        Recording.check("not-cleaned.txt", build.lines("Nothing to compile", "BUILD"));
    }

    @Test
    @DisplayName("PIT 缺了 JUnit 的插件：一个测试也没有运行")
    void withoutTheJunitPlugin() {
        Build build = Builds.join(noJunitPlugin()).fails();
        Recording.check("no-junit-plugin.txt", build.lines("Failed to execute goal", "SEVERE")
                .replaceAll("(?m)^.* PIT >>", "PIT >>"));
    }

    @Test
    @DisplayName("surefire 自己写了 argLine：JaCoCo 没有数据，跳过检查，构建成功")
    void argLineOverwritten() {
        Build build = Builds.join(argLine()).succeeds();
        assertThat(build.output()).doesNotContain("Rule violated");
        Recording.check("arg-line.txt", build.lines("missing execution data file:", "BUILD"));
    }

    @Test
    @DisplayName("没有编译就运行 SpotBugs：没有类可看，构建成功")
    void withoutClassesSpotBugsIsGreen() {
        Build build = Builds.join(notCompiled()).succeeds();
        Recording.check("not-compiled.txt", build.lines("spotbugs:", "BugInstance", "Total bugs", "Nothing", "No files",
                "BUILD"));
    }

    // region reference
    static class ByReference {

        void sendAll(List<String> orders) {
            orders.forEach(this::send);
        }

        @Async
        void send(String order) {
        }
    }
    // endregion reference

    static class ByCall {

        void sendAll(List<String> orders) {
            orders.forEach(order -> send(order));
        }

        @Async
        void send(String order) {
        }
    }

    private static Throwable check(Class<?> type) {
        JavaClasses classes = new ClassFileImporter().importClasses(type);
        return catchThrowable(() -> no_classes_should_directly_call_other_methods_declared_in_the_same_class_that(
                annotatedWith(Async.class)).check(classes));
    }

    @Test
    @DisplayName("现成的规则看不见方法引用，看得见 lambda")
    void aMethodReferenceGoesUnseen() {
        assertThat(check(ByReference.class)).isNull();
        assertThat(check(ByCall.class)).isInstanceOf(AssertionError.class);
    }
}
