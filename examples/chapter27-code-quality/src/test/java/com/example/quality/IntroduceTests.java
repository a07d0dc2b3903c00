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
import org.junit.jupiter.api.io.TempDir;

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
        unfiltered();
        ratchet();
        flood();
        doubles();
        formatted();
        ratchetAfterCommit();
    }

    static CompletableFuture<Build> unfiltered() {
        return Builds.start("unfiltered", () -> Builds.maven(Builds.planted("unfiltered").edit("pom.xml", FILTER, ""),
                "-Pspotbugs", "compile", "spotbugs:check"));
    }

    private static CompletableFuture<Build> ratchet() {
        return Builds.start("ratchet", () -> {
            MavenProject project = Builds.planted("ratchet");
            git(project, "init", "-q");
            git(project, "add", ".");
            git(project, "-c", "user.name=reader", "-c", "user.email=reader@example.com", "commit", "-q", "-m", "old");
            project.edit(SALES, "sold -= copies;", "sold   -= copies;");
            return Builds.maven(project, "-Pspotless", "-DratchetFrom=HEAD", "spotless:check");
        });
    }

    /** After the commit: nothing differs from HEAD, so that nothing is checked; HEAD~1 stands for the main branch. */
    private static CompletableFuture<Build> ratchetAfterCommit() {
        return Builds.start("ratchet-after-commit", () -> {
            MavenProject project = Builds.join(ratchet()).project();
            git(project, "-c", "user.name=reader", "-c", "user.email=reader@example.com", "commit", "-q", "-a", "-m", "new");
            Builds.maven(project, "-Pspotless", "-DratchetFrom=HEAD", "spotless:check").succeeds();
            // As in a shallow clone: the main branch is not there.
            assertThat(Builds.maven(project, "-Pspotless", "-DratchetFrom=origin/main", "spotless:check").fails().output())
                    .contains("No such reference 'origin/main'");
            return Builds.maven(project, "-Pspotless", "-DratchetFrom=HEAD~1", "spotless:check");
        });
    }

    private static CompletableFuture<Build> flood() {
        return Builds.start("flood", () -> Builds.maven(Builds.planted("flood")
                .edit("pom.xml", "checkstyle.xml", "sun_checks.xml"), "-Pcheckstyle", "checkstyle:check"));
    }

    private static CompletableFuture<Build> doubles() {
        return Builds.start("doubles", () -> {
            MavenProject project = Builds.planted("doubles");
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
            return Builds.maven(project, "-Pcheckstyle", "checkstyle:check");
        });
    }

    private static CompletableFuture<Build> formatted() {
        return Builds.start("formatted",
                () -> Builds.maven(Builds.planted("formatted"), "-Pspotless", "spotless:apply", "spotless:check"));
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
        String alarms = Builds.join(unfiltered()).fails().lines("EI_EXPOSE_REP");
        assertThat(alarms.lines()).hasSize(1);
        assertThat(Tool.SPOT_BUGS.build().output()).doesNotContain("EI_EXPOSE_REP");
        Recording.check("false-alarm.txt", alarms.replaceAll(" \\[com\\.example[^]]*]", ""));
    }

    @Test
    @DisplayName("过滤只去掉这一条，另外三条还在")
    void theFilterSilencesNothingElse() {
        assertThat(Builds.join(unfiltered()).output()).contains("failed with 4 bugs");
        assertThat(Tool.SPOT_BUGS.build().output()).contains("failed with 3 bugs");
    }

    @Test
    @DisplayName("过滤文件里每一条都写了理由")
    void everyFilterHasAReason() {
        String filter = Builds.source("bookstore/spotbugs-exclude.xml");
        assertThat(Pattern.compile("<!--[^>]+-->\\s*<Match>").matcher(filter).results().count())
                .isEqualTo(Pattern.compile("<Match>").matcher(filter).results().count()).isPositive();
    }

    @Test
    @DisplayName("基线：旧的四条不报，新的一条照样报")
    void baseline() throws IOException {
        Build old = Builds.join(unfiltered());
        MavenProject project = Builds.planted("baseline")
                .edit("pom.xml", FILTER, "<excludeBugsFile>spotbugs-baseline.xml</excludeBugsFile>");
        Files.writeString(project.folder().resolve("spotbugs-baseline.xml"), old.file("target/spotbugsXml.xml"));
        Path sales = project.folder().resolve(SALES);
        Files.writeString(sales.resolveSibling("Returns.java"),
                Files.readString(sales).replace("class SalesCounter", "class Returns"));
        Build build = Builds.maven(project, "-Pspotbugs", "compile", "spotbugs:check").fails();
        assertThat(build.output()).contains("failed with 1 bugs", "bookstore.Returns");
        Recording.check("baseline.txt", build.lines("BugInstance size", "Failed to execute goal"));
    }

    @Test
    @DisplayName("棘轮：没有改过的文件不查，改过的要合格；提交之后与 HEAD 比什么也不查，没有取下来的分支报错")
    void ratchetOnlyAsksForChangedFiles() {
        Build build = Builds.join(ratchet()).fails();
        assertThat(build.output()).contains("SalesCounter.java").doesNotContain("PurchaseLimit.java");
        assertThat(Builds.join(ratchetAfterCommit()).fails().output()).contains("SalesCounter.java")
                .doesNotContain("PurchaseLimit.java");
        Recording.check("ratchet.txt", build.lines("had format violations", ".java", "sold"));
    }

    @Test
    @DisplayName("自己的规则不聪明：重量也拦，var 与 Double 看不见")
    void theRuleKnowsNoMoney() {
        assertThat(Builds.join(doubles()).fails().output().lines().filter(line -> line.contains("Weight.java"))
                .map(line -> line.replaceFirst(".*\\[(\\d+),\\d+].*", "$1")).distinct()).containsExactly("3", "4");
    }

    @Test
    @DisplayName("排好版就是绿的，意思没有变：第二行还在 if 外面")
    void formattingMendsNothing() {
        Build build = Builds.join(formatted()).succeeds();
        assertThat(build.file("src/main/java/com/example/bookstore/PurchaseLimit.java")).contains("""
                        if (wanted > MAX) log.warn("要 {} 本，超过限购", wanted);
                        refused.incrementAndGet();
                """.indent(0));
    }

    @Test
    @DisplayName("洪水：一份现成的规则，这么小的书店也报出几十条")
    void flooded() {
        Build build = Builds.join(flood()).fails();
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

    private static final String MARKED = "-XepOpt:NullAway:OnlyNullMarked=true";
    private static final String[] NULL_AWAY = { "-XepDisableAllChecks", "-Xep:NullAway:ERROR", MARKED };

    @Test
    @DisplayName("没有标 @NullMarked 的旧代码，NullAway 不查")
    void unmarkedCodeIsLeftAlone(@TempDir Path folder) {
        assertThat(Javac.findings(folder, "Shelf", OLD.formatted(""), NULL_AWAY)).isEmpty();
    }

    @Test
    @DisplayName("标上之后就查")
    void markedCodeIsChecked(@TempDir Path folder) {
        assertThat(Javac.findings(folder, "Shelf", OLD.formatted("@org.jspecify.annotations.NullMarked"), NULL_AWAY))
                .singleElement().asString().contains("[NullAway] dereferenced expression 'titles.get(isbn)' is @Nullable");
    }

    @Test
    @DisplayName("包上的 @NullMarked 不管子包")
    void subpackagesAreNotMarked(@TempDir Path folder) {
        Path marked = write(folder.resolve("package-info.java"), "@org.jspecify.annotations.NullMarked package com.example;\n");
        assertThat(Javac.findings(folder, "Shelf", OLD.formatted(""), List.of(marked), NULL_AWAY)).isEmpty();
        assertThat(Javac.findings(folder, "Shelf", OLD.formatted("").replace("package com.example.old", "package com.example"),
                List.of(marked), NULL_AWAY)).singleElement().asString().contains("is @Nullable");
    }

    @Test
    @DisplayName("先警告：错误降成警告，编译照样成功")
    void demotedToAWarning(@TempDir Path folder) {
        String source = """
                package com.example.old;
                public class Day {
                    final java.time.format.DateTimeFormatter day = java.time.format.DateTimeFormatter.ofPattern("YYYYMMdd");
                }
                """;
        assertThat(Javac.findings(folder, "Day", source, MARKED)).singleElement().asString().contains("error: [MisusedWeekYear]");
        assertThat(Javac.findings(folder, "Day", source, MARKED, "-Xep:MisusedWeekYear:WARN")).singleElement().asString()
                .contains("warning: [MisusedWeekYear]");
        assertThat(folder.resolve("classes/com/example/old/Day.class")).exists();
    }

    @Test
    @DisplayName("Spring 的 API 也标了：RestClient 的 body 可能是 null")
    void springsOwnApiIsAnnotated(@TempDir Path folder) {
        String source = """
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
        List<String> findings = Javac.findings(folder, "Remote", source, NULL_AWAY);
        assertThat(findings).singleElement().asString().contains("'body' is @Nullable");
        Recording.check("spring-api.txt", String.join("\n", findings));
    }
}
