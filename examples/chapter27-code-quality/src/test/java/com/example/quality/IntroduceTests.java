package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("误报，与在老代码里引入规矩")
class IntroduceTests {

    private static final String FILTER = "<excludeFilterFile>spotbugs-exclude.xml</excludeFilterFile>";
    private static final String SALES = "src/main/java/com/example/bookstore/SalesCounter.java";

    @BeforeAll
    static void start() {
        startOwn();
        Builds.startTheRest();
    }

    static void startOwn() {
        Together.looking("unfiltered");
        compiled();
        ratchet();
        formatted();
    }

    private static CompletableFuture<Build> ratchet() {
        return Builds.start("ratchet", () -> Builds.maven(ratchet(Builds.planted("ratchet"), null, false),
                "-Pspotless", "-DratchetFrom=HEAD", "spotless:check"));
    }

    /**
     * One file changed since the commit, or in the last commit; then nothing differs from HEAD, and HEAD~1 stands for the
     * main branch. As in a shallow clone, origin/main is not there.
     */
    static MavenProject ratchet(MavenProject project, String from, boolean committed) {
        if (from != null) {
            project.edit("pom.xml", "<java>", "<ratchetFrom>" + from + "</ratchetFrom><java>");
        }
        git(project, "init", "-q");
        git(project, "add", ".");
        commit(project, "old");
        project.edit(SALES, "sold -= copies;", "sold   -= copies;");
        if (committed) {
            commit(project, "new");
        }
        return project;
    }

    private static void commit(MavenProject project, String message) {
        git(project, "-c", "user.name=reader", "-c", "user.email=reader@example.com", "commit", "-q", "-a", "-m", message);
    }

    static MavenProject doubles(MavenProject project) {
        write(project.folder().resolve(SALES).resolveSibling("Weight.java"), """
                package com.example.bookstore;

                record Weight(double kilos) {
                    static double total(double[] all) {
                        var sum = 0.0;
                        Double boxed = sum;
                        return boxed + all.length;
                    }
                }
                """);
        return project;
    }

    /** On the next version of Boot, as far as it is published: there is no starter for the web yet. */
    static MavenProject next(MavenProject project) {
        write(project.folder().resolve(SALES).resolveSibling("Remote.java"),
                REMOTE.replace("package com.example.old", "package com.example.bookstore"));
        return project.delete("src/test")
                .edit("pom.xml", "<version>" + System.getProperty("book.spring-boot.version") + "<", "<version>4.2.0-M1<")
                .edit("pom.xml", "<artifactId>spring-boot-starter-webmvc-test<", "<artifactId>spring-boot-starter-test<")
                .edit("pom.xml", "<artifactId>spring-boot-starter-webmvc<", "<artifactId>spring-boot-webmvc<")
                .edit("pom.xml", "</dependencies>", """
                        <dependency>
                              <groupId>org.springframework.boot</groupId>
                              <artifactId>spring-boot-starter</artifactId>
                            </dependency>
                          </dependencies>""");
    }

    /** On Boot 3.5, with JSpecify beside it. */
    static MavenProject oldBoot(MavenProject project) {
        return oldBootAlone(project).edit("pom.xml", "</dependencies>", """
                        <dependency>
                              <groupId>org.jspecify</groupId>
                              <artifactId>jspecify</artifactId>
                              <version>1.0.0</version>
                            </dependency>
                          </dependencies>""");
    }

    /** On Boot 3.5, with JSpecify beside it, and NullAway minds the annotation that Spring had then. */
    static MavenProject oldBootRestrictive(MavenProject project) {
        return oldBoot(project).edit("pom.xml", "OnlyNullMarked=true<",
                "OnlyNullMarked=true -XepOpt:NullAway:AcknowledgeRestrictiveAnnotations=true<");
    }

    /** On Boot 3.5, with what it brings along. */
    static MavenProject oldBootAlone(MavenProject project) {
        write(project.folder().resolve(SALES).resolveSibling("Remote.java"),
                REMOTE.replace("package com.example.old", "package com.example.bookstore"));
        return project.delete("src/test")
                .edit("pom.xml", "<version>" + System.getProperty("book.spring-boot.version") + "<",
                        "<version>" + oldVersion() + "<")
                .edit("pom.xml", "<artifactId>spring-boot-starter-webmvc-test<", "<artifactId>spring-boot-starter-test<")
                .edit("pom.xml", "<artifactId>spring-boot-starter-webmvc<", "<artifactId>spring-boot-starter-web<");
    }

    /** That of the old project. */
    private static String oldVersion() {
        return Pattern.compile("<version>(3\\.5\\.\\d+)<").matcher(Builds.source("legacy/pom.xml")).results()
                .findFirst().orElseThrow().group(1);
    }

    /** Its report becomes the baseline of the next one: it is written where Maven runs, and looked up there. */
    static MavenProject unfiltered(MavenProject project) {
        return project.edit("pom.xml", FILTER, """
                <spotbugsXmlOutputDirectory>${project.basedir}/..</spotbugsXmlOutputDirectory>
                              <spotbugsXmlOutputFilename>spotbugs-baseline.xml</spotbugsXmlOutputFilename>""");
    }

    static MavenProject baselined(MavenProject project) {
        write(project.folder().resolve(SALES).resolveSibling("Returns.java"), Builds.source("bookstore/" + SALES)
                .replace("class SalesCounter", "class Returns"));
        return project.edit("pom.xml", FILTER, "<excludeBugsFile>spotbugs-baseline.xml</excludeBugsFile>");
    }

    private static CompletableFuture<Build> formatted() {
        return Builds.start("formatted", () -> Builds.maven(Builds.planted("formatted")
                .edit(SALES, "package com.example.bookstore;", "package com.example.bookstore;\n\nimport java.util.List;"),
                "-Pspotless", "spotless:apply", "spotless:check"));
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void git(MavenProject project, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, project.folder(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    @Test
    @DisplayName("误报：控制器存下了注入的目录")
    void falseAlarm() {
        String alarms = Builds.join(Together.looking("unfiltered")).fails().lines("EI_EXPOSE_REP");
        assertThat(alarms.lines()).hasSize(1);
        assertThat(Tool.SPOT_BUGS.build().output()).doesNotContain("EI_EXPOSE_REP");
        Recording.check("false-alarm.txt", alarms.replaceAll(" \\[com\\.example[^]]*]", ""));
    }

    @Test
    @DisplayName("4.2 的第一个里程碑：书店编译时报的还是 YYYY 与 book，RestClient 的 body 也照样报")
    void theNextVersionIsAnnotatedToo() {
        Build build = Builds.join(Together.looking("next")).fails();
        assertThat(findings(build)).containsExactlyInAnyOrder("OrderNumber MisusedWeekYear", "Catalog NullAway", "Remote NullAway");
        assertThat(build.output()).contains("'body' is @Nullable");
    }

    @Test
    @DisplayName("Boot 3.5：JSpecify 要自己加；加了，书店自己的 book 照样报，RestClient 的 body 要再加一个选项才报")
    void theOldVersionIsNotAnnotated() {
        assertThat(Builds.join(Together.looking("old-boot-alone")).fails().output())
                .contains("package org.jspecify.annotations does not exist");
        Build build = Builds.join(Together.looking("old-boot")).fails();
        assertThat(findings(build)).containsExactlyInAnyOrder("OrderNumber MisusedWeekYear", "Catalog NullAway");
        assertThat(findings(Builds.join(Together.looking("old-boot-restrictive")).fails())).containsExactlyInAnyOrder(
                "OrderNumber MisusedWeekYear", "Catalog NullAway", "Remote NullAway");
    }

    private static List<String> findings(Build build) {
        return build.lines("[ERROR] /").lines()
                .map(line -> line.replaceFirst(".*/(\\w+)\\.java:\\S+ \\[(\\w+)].*", "$1 $2")).toList();
    }

    @Test
    @DisplayName("过滤只去掉这一条，另外三条还在")
    void theFilterSilencesNothingElse() {
        assertThat(Builds.join(Together.looking("unfiltered")).output()).contains("failed with 4 bugs");
        assertThat(Tool.SPOT_BUGS.build().output()).contains("failed with 3 bugs");
    }

    @Test
    @DisplayName("过滤文件里每一条都写了理由")
    void everyFilterHasAReason() {
        String filter = Builds.source("bookstore/spotbugs-exclude.xml");
        assertThat(Pattern.compile("<!--\\s*[^\\s>-][^>]*-->\\s*<Match>").matcher(filter).results().count())
                .isEqualTo(Pattern.compile("<Match>").matcher(filter).results().count()).isPositive();
    }

    @Test
    @DisplayName("基线：旧的四条不报，新的一条照样报")
    void baseline() {
        Build build = Builds.join(Together.looking("baseline")).fails();
        assertThat(build.output()).contains("failed with 1 bugs", "bookstore.Returns");
        Recording.check("baseline.txt", build.lines("BugInstance size", "Failed to execute goal"));
    }

    @Test
    @DisplayName("棘轮：没有改过的文件不查，改过的要合格；提交之后与 HEAD 比什么也不查，没有取下来的分支报错")
    void ratchetOnlyAsksForChangedFiles() {
        Build build = Builds.join(ratchet()).fails();
        assertThat(build.output()).contains("SalesCounter.java").doesNotContain("PurchaseLimit.java");
        Builds.join(Together.looking("ratchet-committed")).succeeds();
        assertThat(Builds.join(Together.looking("ratchet-shallow")).fails().output())
                .contains("No such reference 'origin/main'");
        assertThat(Builds.join(Together.looking("ratchet-main")).fails().output()).contains("SalesCounter.java")
                .doesNotContain("PurchaseLimit.java");
        Recording.check("ratchet.txt", build.lines("had format violations", ".java", "sold"));
    }

    @Test
    @DisplayName("自己的规则不聪明：重量也拦，var 与 Double 看不见")
    void theRuleKnowsNoMoney() {
        assertThat(Builds.join(Together.looking("doubles")).fails().output().lines().filter(line -> line.contains("Weight.java"))
                .map(line -> line.replaceFirst(".*\\[(\\d+),\\d+].*", "$1")).distinct()).containsExactly("3", "4");
    }

    @Test
    @DisplayName("排好版就是绿的，意思没有变：第二行还在 if 外面；没有用到的 import 删掉了")
    void formattingMendsNothing() {
        Build build = Builds.join(formatted()).succeeds();
        assertThat(build.file("src/main/java/com/example/bookstore/PurchaseLimit.java")).contains("""
                        if (wanted > MAX) log.warn("要 {} 本，超过限购", wanted);
                        refused.incrementAndGet();
                """.indent(0));
        assertThat(build.file(SALES)).doesNotContain("import ");
    }

    @Test
    @DisplayName("洪水：一份现成的规则，这么小的书店也报出几十条")
    void flooded() {
        Build build = Builds.join(Together.looking("flood")).fails();
        Recording.check("flood.txt", build.lines("errors reported by Checkstyle"));
    }

    private static final String OLD = """
            package com.example.old;
            %s
            public class Shelf {
                private final java.util.Map<String, String> titles = new java.util.HashMap<>();
                public int length(String isbn) {
                    return titles.get(isbn).length();
                }
            }
            """;

    private static final String DAY = """
            package com.example.old;
            public class Day {
                final java.time.format.DateTimeFormatter day = java.time.format.DateTimeFormatter.ofPattern("YYYYMMdd");
            }
            """;

    private static final String REMOTE = """
            package com.example.old;
            import org.springframework.web.client.RestClient;
            @org.jspecify.annotations.NullMarked
            public class Remote {
                int length(RestClient client) {
                    String body = client.get().uri("/books").retrieve().body(String.class);
                    return body.length();
                }
            }
            """;

    private static final String PACKAGE = "@org.jspecify.annotations.NullMarked package com.example;\n";
    private static final String MARKED = "-XepOpt:NullAway:OnlyNullMarked=true";
    private static final List<String> NULL_AWAY = List.of("-XepDisableAllChecks", "-Xep:NullAway:ERROR", MARKED);

    /** All that the tests below compile, in one process. */
    private static CompletableFuture<Map<String, Javac.Result>> compiled() {
        return Builds.startCompilations("introduce", () -> Javac.compile("introduce", 1, List.of(
                new Javac.Job("unmarked", NULL_AWAY, Map.of("Shelf.java", OLD.formatted(""))),
                new Javac.Job("marked", NULL_AWAY,
                        Map.of("Shelf.java", OLD.formatted("@org.jspecify.annotations.NullMarked"))),
                new Javac.Job("subpackage", NULL_AWAY,
                        Map.of("package-info.java", PACKAGE, "Shelf.java", OLD.formatted(""))),
                new Javac.Job("package", NULL_AWAY, Map.of("package-info.java", PACKAGE,
                        "Shelf.java", OLD.formatted("").replace("package com.example.old", "package com.example"))),
                new Javac.Job("error", List.of(MARKED), Map.of("Day.java", DAY)),
                new Javac.Job("warning", List.of(MARKED, "-Xep:MisusedWeekYear:WARN"), Map.of("Day.java", DAY)),
                new Javac.Job("warnings", List.of(MARKED, "-Xep:NullAway:ERROR", "-XepAllErrorsAsWarnings"), Map.of(
                        "Day.java", DAY, "Shelf.java", OLD.formatted("@org.jspecify.annotations.NullMarked"))),
                new Javac.Job("suppressed", List.of(MARKED, "-Xep:NullAway:ERROR"), Map.of(
                        "Day.java", DAY.replace("    final", "    @SuppressWarnings(\"MisusedWeekYear\") final")
                                .replace("}", "    final java.time.format.DateTimeFormatter other"
                                        + " = java.time.format.DateTimeFormatter.ofPattern(\"YYYY\");\n}"),
                        "Shelf.java", OLD.formatted("@org.jspecify.annotations.NullMarked")
                                .replace("    public int", "    @SuppressWarnings(\"NullAway\") public int"))),
                new Javac.Job("spring", NULL_AWAY, Map.of("Remote.java", REMOTE)))));
    }

    private static Javac.Result compiled(String name) {
        return compiled().join().get(name);
    }

    @Test
    @DisplayName("没有标 @NullMarked 的旧代码，NullAway 不查")
    void unmarkedCodeIsLeftAlone() {
        assertThat(compiled("unmarked").findings()).isEmpty();
        assertThat(compiled("unmarked").classes().resolve("com/example/old/Shelf.class")).exists();
    }

    @Test
    @DisplayName("标上之后就查")
    void markedCodeIsChecked() {
        assertThat(compiled("marked").findings())
                .singleElement().asString().contains("[NullAway] dereferenced expression 'titles.get(isbn)' is @Nullable");
    }

    @Test
    @DisplayName("包上的 @NullMarked 不管子包")
    void subpackagesAreNotMarked() {
        assertThat(compiled("subpackage").findings()).isEmpty();
        assertThat(compiled("subpackage").classes().resolve("com/example/old/Shelf.class")).exists();
        assertThat(compiled("package").findings()).singleElement().asString().contains("is @Nullable");
    }

    @Test
    @DisplayName("先警告：一样错误降成警告，或者全部，编译照样成功")
    void demotedToAWarning() {
        assertThat(compiled("error").findings()).singleElement().asString().contains("error: [MisusedWeekYear]");
        assertThat(compiled("warning").findings()).singleElement().asString().contains("warning: [MisusedWeekYear]");
        assertThat(compiled("warning").classes().resolve("com/example/old/Day.class")).exists();
        assertThat(compiled("warnings").findings()).hasSize(2).allMatch(line -> line.contains(" warning: ["));
        assertThat(compiled("warnings").classes().resolve("com/example/old/Shelf.class")).exists();
    }

    @Test
    @DisplayName("@SuppressWarnings 写检查的名字：只压下标着的那一处")
    void suppressedByName() {
        assertThat(compiled("suppressed").findings()).singleElement().asString().contains("[MisusedWeekYear]")
                .startsWith("Day.java:4:");
    }

    @Test
    @DisplayName("Spring 的 API 也标了：RestClient 的 body 可能是 null")
    void springsOwnApiIsAnnotated() {
        List<String> findings = compiled("spring").findings();
        assertThat(findings).singleElement().asString().contains("'body' is @Nullable");
        Recording.check("spring-api.txt", String.join("\n", findings));
    }
}
