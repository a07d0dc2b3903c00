package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.example.book.MavenProject;
import com.example.quality.Builds.Build;
import com.google.errorprone.ErrorProneJavacPlugin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("带走：把这些 profile 抄进第 4 章的项目")
class TakeHomeTests {

    private static final List<String> FILES = List.of(".mvn/jvm.config", "checkstyle.xml", "spotbugs-exclude.xml",
            "rewrite.yml");

    private static final String FREE_SHIPPING_TEST = """
            package com.example.bookstore;

            import static org.assertj.core.api.Assertions.assertThat;

            import java.math.BigDecimal;
            import org.junit.jupiter.api.Test;

            class FreeShippingTest {

                @Test
                void fromNinetyNine() {
                    assertThat(FreeShipping.appliesTo(new BigDecimal("99.00"))).isTrue();
                    assertThat(FreeShipping.appliesTo(new BigDecimal("98.99"))).isFalse();
                }
            }
            """;

    /** What the project has of its own in the plugins that the profiles configure. */
    private static final String OWN_PLUGINS = """
                <plugins>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <configuration>
                      <compilerArgs><arg>-Xlint:rawtypes</arg></compilerArgs>
                    </configuration>
                  </plugin>
                  <plugin>
                    <artifactId>maven-surefire-plugin</artifactId>
                    <configuration>
                      <includes><include>**/*Spec.java</include></includes>
                    </configuration>
                  </plugin>
            """;

    static final String ACTIVE_PROFILES = "org.apache.maven.plugins:maven-help-plugin:3.5.2:active-profiles";

    @BeforeAll
    static void start() {
        Builds.startTheRest();
    }

    private static String profiles() {
        String pom = Builds.source("bookstore/pom.xml");
        return pom.substring(pom.indexOf("  <profiles>"), pom.indexOf("</project>"));
    }

    /** The project of chapter 4 with the files that the profiles read. */
    private static MavenProject project(String name) {
        MavenProject project = MavenProject.copy("chapter04-project-structure/reader-project", name);
        FILES.forEach(file -> write(project, file, Builds.source("bookstore/" + file)));
        return project;
    }

    private static void write(MavenProject project, String file, String text) {
        try {
            Path target = project.folder().resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, text);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A profile that is active unless another one of the same POM is. */
    static MavenProject withOwnProfile(MavenProject project) {
        return project.edit("pom.xml", "  <profiles>", """
                  <profiles>
                    <profile>
                      <id>dev</id>
                      <activation><activeByDefault>true</activeByDefault></activation>
                    </profile>""");
    }

    /** As after a first {@code mvn spotless:apply -Pspotless}. */
    private static MavenProject formatted(MavenProject project, String pom) {
        return project.edit(pom, "</java>\n            </configuration>\n            <executions>", """
                </java>
                            </configuration>
                            <executions>
                              <execution>
                                <id>apply</id>
                                <phase>validate</phase>
                                <goals><goal>apply</goal></goals>
                              </execution>""");
    }

    /** All nine, copied into the project's own pom, with the store's names replaced by the project's. */
    static MavenProject ownPom(String name) {
        MavenProject project = formatted(project(name)
                .edit("pom.xml", "    <plugins>", OWN_PLUGINS)
                .edit("pom.xml", "</project>", profiles() + "</project>"), "pom.xml")
                .edit("pom.xml", "</properties>", "<nullaway.level>OFF</nullaway.level></properties>")
                .edit("pom.xml", "                <param>com.example.bookstore.Postage</param>", "")
                .edit("pom.xml", "                <param>com.example.bookstore.Refund</param>", "");
        String main = "src/main/java/com/example/bookstore/";
        String test = "src/test/java/com/example/bookstore/";
        write(project, main + "FreeShipping.java", Builds.source("bookstore-fixed/" + main + "FreeShipping.java"));
        write(project, test + "FreeShippingTest.java", FREE_SHIPPING_TEST);
        // The other two names that surefire runs by default.
        write(project, test + "TestFreeShipping.java", FREE_SHIPPING_TEST.replace("FreeShippingTest", "TestFreeShipping"));
        write(project, test + "FreeShippingTestCase.java",
                FREE_SHIPPING_TEST.replace("FreeShippingTest", "FreeShippingTestCase"));
        write(project, test + "FreeShippingSpec.java", FREE_SHIPPING_TEST.replace("FreeShippingTest", "FreeShippingSpec"));
        write(project, main + "RawType.java", """
                package com.example.bookstore;

                interface RawType {

                    Class type();
                }
                """);
        write(project, test + "ArchitectureRules.java", Builds.source("bookstore/" + test + "ArchitectureRules.java")
                .replaceAll("(?m)^ *// (end)?region .*\\R", ""));
        return project;
    }

    /** The profiles in a parent, which a project with a planted defect inherits. */
    static MavenProject inherited(String name) {
        MavenProject project = project(name);
        String parent = Builds.source("bookstore/pom.xml")
                .replace("@spring-boot.version@", System.getProperty("book.spring-boot.version"))
                .replaceFirst("(?s)<artifactId>bookstore</artifactId>\\s*<version>1.0.0</version>",
                        "<artifactId>quality-parent</artifactId><version>1.0.0</version><packaging>pom</packaging>")
                .replaceFirst("(?s)  <dependencies>.*?\n  </dependencies>", "");
        write(project, "parent/pom.xml", parent);
        try {
            String pom = Files.readString(project.folder().resolve("pom.xml"));
            write(project, "pom.xml", pom.replaceFirst("(?s)<parent>.*?</parent>", """
                    <parent>
                        <groupId>com.example</groupId>
                        <artifactId>quality-parent</artifactId>
                        <version>1.0.0</version>
                        <relativePath>parent/pom.xml</relativePath>
                      </parent>"""));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        String main = "src/main/java/com/example/bookstore/OrderNumber.java";
        write(project, main, Builds.source("bookstore/" + main).replaceAll("(?m)^ *// (end)?region .*\\R", ""));
        write(project, "src/main/java/com/example/bookstore/Shelf.java", """
                package com.example.bookstore;

                import java.util.HashMap;
                import java.util.Map;
                import org.jspecify.annotations.NullMarked;

                @NullMarked
                class Shelf {

                    private final Map<String, String> titles = new HashMap<>();

                    int length(String isbn) {
                        return titles.get(isbn).length();
                    }
                }
                """);
        return formatted(project, "parent/pom.xml");
    }

    @Test
    @DisplayName("九个都抄过去，换掉写着书店名字的地方，全部打开，构建成功")
    void theProfilesWorkElsewhere() {
        Build build = Builds.join(Together.allTools("take-home")).succeeds();
        assertThat(build.output()).contains("spotless-maven-plugin", "You have 0 Checkstyle violations", "BugInstance size is 0",
                "All coverage checks have been met", "mutationCoverage", "Generated 3 mutations Killed 3",
                "dryRunNoFork");
    }

    @Test
    @DisplayName("surefire 默认认的四种名字照样运行，项目自己加的名字也在，ArchUnit 的规则也运行")
    void testsOfEitherNameRun() {
        assertThat(Builds.join(Together.allTools("take-home")).succeeds().output()).contains(
                "Running com.example.bookstore.FreeShippingTest",
                "Running com.example.bookstore.TestFreeShipping", "Running com.example.bookstore.FreeShippingTestCase",
                "Running com.example.bookstore.FreeShippingSpec", "ArchitectureRules", "Tests run: 8, Failures: 0");
    }

    @Test
    @DisplayName("项目自己写了 compilerArgs：profile 的接在后面，两份都在")
    void ownCompilerArgumentsStay() {
        Build build = Builds.join(Together.allTools("take-home")).succeeds();
        assertThat(build.lines("RawType.java")).contains("found raw type");
    }

    @Test
    @DisplayName("自己写了 activeByDefault 的 profile：-Dquality 一打开别的，它就不生效了，要一起写 -P")
    void aDefaultProfileIsSwitchedOff() {
        assertThat(Builds.join(Builds.plain()).output()).contains("- dev (").doesNotContain("- checkstyle (");
        assertThat(Builds.join(Together.looking("own-profile")).output()).contains("- checkstyle (")
                .doesNotContain("- dev (");
        assertThat(Builds.join(Together.testing("own-profile")).output()).contains("- checkstyle (", "- dev (");
    }

    @Test
    @DisplayName("Error Prone 自己是 Java 21 的类：运行 Maven 的 JDK 更旧，就装不进去")
    void errorProneItselfNeedsJava21() throws IOException {
        try (InputStream type = ErrorProneJavacPlugin.class.getResourceAsStream("ErrorProneJavacPlugin.class")) {
            byte[] head = type.readNBytes(8);
            assertThat(ByteBuffer.wrap(head).getShort(6)).isEqualTo((short) (44 + 21));
        }
    }

    @Test
    @DisplayName("放在父 POM 里，子项目继承：YYYY 与可能的 null 让编译失败")
    void theProfilesAreInherited() {
        assertThat(Builds.join(Together.looking("inherited")).fails().output()).contains("spotless-maven-plugin",
                "You have 0 Checkstyle violations", "[MisusedWeekYear]",
                "[NullAway] dereferenced expression 'titles.get(isbn)'");
    }
}
