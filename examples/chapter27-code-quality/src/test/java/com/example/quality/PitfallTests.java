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
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;

@DisplayName("踩坑")
class PitfallTests {

    @BeforeAll
    static void start() {
        startOwn();
        Builds.startTheRest();
    }

    static void startOwn() {
        Builds.plain();
        Together.testing("both-arg-lines");
        notCleaned();
        notCompiled();
        cleaned();
    }

    /** In the folder where the build without tools has just been. */
    static CompletableFuture<Build> notCleaned() {
        return Builds.startAfter(Builds.plain(), "not-cleaned",
                plain -> Builds.maven(plain.project(), "-Perrorprone", "compile"));
    }

    /** There again. */
    static CompletableFuture<Build> cleaned() {
        return Builds.startAfter(notCleaned(), "cleaned",
                notCleaned -> Builds.maven(notCleaned.project(), "-Perrorprone", "clean", "verify"));
    }

    static MavenProject withoutJunitPlugin(MavenProject project) {
        return project.edit("pom.xml",
                "<artifactId>pitest-junit5-plugin</artifactId>\n                <version>1.2.3</version>",
                "<artifactId>pitest</artifactId>\n                <version>1.30.2</version>");
    }

    static MavenProject withArgLine(MavenProject project, String argLine) {
        return withSurefire(project, "<argLine>" + argLine + "</argLine>");
    }

    static MavenProject withSurefire(MavenProject project, String configuration) {
        return project.edit("pom.xml", "  <profiles>", """
                  <build>
                    <plugins>
                      <plugin>
                        <artifactId>maven-surefire-plugin</artifactId>
                        <configuration>%s</configuration>
                      </plugin>
                    </plugins>
                  </build>

                  <profiles>""".formatted(configuration));
    }

    private static CompletableFuture<Build> notCompiled() {
        return Builds.start("not-compiled",
                () -> Builds.maven(Builds.planted("not-compiled"), "-Pspotbugs", "spotbugs:check"));
    }

    @Test
    @DisplayName("没有 .mvn/jvm.config：Error Prone 用不了编译器的内部类")
    void withoutJvmConfig() {
        Build build = Builds.join(Together.testing("no-jvm-config")).fails();
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
        Build build = Builds.join(Together.testing("no-junit-plugin")).fails();
        Recording.check("no-junit-plugin.txt", build.lines("Failed to execute goal", "SEVERE")
                .replaceAll("(?m)^.* PIT >>", "PIT >>"));
    }

    @Test
    @DisplayName("surefire 自己写了 argLine：JaCoCo 没有数据，跳过检查，构建成功")
    void argLineOverwritten() {
        Build build = Builds.join(Together.testing("arg-line")).succeeds();
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

    @Test
    @DisplayName("修法：clean 之后 Error Prone 报了")
    void afterCleanItIsChecked() {
        assertThat(Builds.join(cleaned()).fails().output()).contains("[MisusedWeekYear]");
    }

    @Test
    @DisplayName("修法：有了 .mvn/jvm.config，报的是代码的错")
    void withJvmConfig() {
        assertThat(Tool.ERROR_PRONE.build().fails().output()).contains("[MisusedWeekYear]")
                .doesNotContain("does not export");
    }

    @Test
    @DisplayName("修法：有了 JUnit 的插件，PIT 数得出变异")
    void withTheJunitPlugin() {
        assertThat(Tool.PIT.build().fails().output()).contains("Mutation score of 86");
    }

    @Test
    @DisplayName("修法：两份 argLine 都在，JaCoCo 找到没有测过的分支")
    void bothArgLinesAreKept() {
        assertThat(Builds.join(Together.testing("both-arg-lines")).fails().output()).contains("Rule violated")
                .doesNotContain("missing execution data file");
    }

    @Test
    @DisplayName("少了空的 argLine 属性，不打开 JaCoCo 时测试的 JVM 启动不了")
    void withoutThePropertyTheTestsDoNotStart() {
        assertThat(Builds.join(Together.testing("no-property")).fails().output()).contains("could not open");
    }

    @Test
    @DisplayName("修法：先编译，SpotBugs 就有类可看")
    void withClassesSpotBugsLooks() {
        assertThat(Builds.join(Together.looking("unfiltered")).fails().output()).contains("BugInstance size is 4");
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

    static class Injected {

        @Autowired
        @Lazy
        Injected self;

        void sendAll(List<String> orders) {
            orders.forEach(order -> self.send(order));
        }

        @Async
        void send(String order) {
        }
    }

    @Async
    static class OnTheClass {

        void sendAll(List<String> orders) {
            orders.forEach(order -> send(order));
        }

        void send(String order) {
        }
    }

    private static Throwable check(Class<?> type) {
        JavaClasses classes = new ClassFileImporter().importClasses(type);
        return catchThrowable(() -> no_classes_should_directly_call_other_methods_declared_in_the_same_class_that(
                annotatedWith(Async.class)).check(classes));
    }

    @Test
    @DisplayName("现成的规则看不见方法引用与类上的注解；看得见 lambda，注入的自己它也报")
    void aMethodReferenceGoesUnseen() {
        assertThat(check(ByReference.class)).isNull();
        assertThat(check(OnTheClass.class)).isNull();
        assertThat(check(ByCall.class)).isInstanceOf(AssertionError.class);
        assertThat(check(Injected.class)).isInstanceOf(AssertionError.class);
    }
}
