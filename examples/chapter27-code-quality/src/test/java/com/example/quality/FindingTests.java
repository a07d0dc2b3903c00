package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("九件工具，九个缺陷")
class FindingTests {

    @BeforeAll
    static void start() {
        startOwn();
        Builds.startTheRest();
    }

    static void startOwn() {
        Builds.plain();
        Tool.JACOCO.start();
        Tool.SPOTLESS.start();
        Builds.green();
        PitfallTests.notCleaned();
        Arrays.stream(Tool.values()).forEach(Tool::start);
    }

    @Test
    @DisplayName("没有工具：九个测试都通过，构建成功")
    void withoutToolsTheBuildIsGreen() {
        Build build = Builds.join(Builds.plain()).succeeds();
        assertThat(build.output()).contains("Tests run: 9, Failures: 0, Errors: 0, Skipped: 0");
        Recording.check("plain.txt", build.output().lines().map(line -> line.replaceFirst("^[\\d:.]+ ", ""))
                .filter(line -> line.matches("\\[INFO] (Tests run: 9, F.*0|BUILD SUCCESS)")).distinct()
                .reduce("", (a, b) -> a + b + "\n"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("每件工具都让构建失败，并找到它自己的那一个")
    void findsItsOwn(Tool tool) {
        assertThat(tool.found()).contains(tool.own);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SPOT_BUGS")
    @DisplayName("除了 SpotBugs，每件工具只找到它自己的那一个")
    void findsNothingElse(Tool tool) {
        assertThat(tool.found()).containsExactly(tool.own);
    }

    @Test
    @DisplayName("SpotBugs 还找到了空指针与 YYYY")
    void spotBugsFindsThree() {
        assertThat(Tool.SPOT_BUGS.found()).containsExactly("Catalog", "OrderNumber", "SalesCounter");
    }

    @Test
    @DisplayName("谁找到谁")
    void matrix() {
        Map<Tool, Set<String>> found = new LinkedHashMap<>();
        for (Tool tool : Tool.values()) {
            found.put(tool, new TreeSet<>(tool.found()));
        }
        Table table = new Table("有缺陷的类", "缺陷", "谁找到的");
        for (Tool row : Tool.values()) {
            table.row(row.own, DEFECTS.get(row), String.join("、", found.entrySet().stream()
                    .filter(entry -> entry.getValue().contains(row.own)).map(entry -> entry.getKey().label).toList()));
        }
        Recording.check("matrix.txt", table.toString());
    }

    private static final Map<Tool, String> DEFECTS = Map.of(
            Tool.ERROR_PRONE, "YYYY 写成了年", Tool.NULL_AWAY, "没有这本书就是 null",
            Tool.SPOTLESS, "缩进骗人", Tool.CHECKSTYLE, "金额用了 double",
            Tool.SPOT_BUGS, "有一个方法没有加锁", Tool.ARCH_UNIT, "自己调用 @Async",
            Tool.JACOCO, "没有测过的分支", Tool.PIT, "满 99 写成了多于 99",
            Tool.OPEN_REWRITE, "过时的注解");

    @Test
    @DisplayName("Error Prone 的报错")
    void errorProne() {
        Recording.check("error-prone.txt", Tool.ERROR_PRONE.build().fails().output().lines()
                .dropWhile(line -> !line.startsWith("[ERROR] COMPILATION ERROR"))
                .filter(line -> !line.startsWith("[INFO]")).limit(4)
                .map(Tool.ERROR_PRONE.build().project()::readersPaths).reduce("", (a, b) -> a + b + "\n"));
    }

    @Test
    @DisplayName("NullAway 的报错")
    void nullAway() {
        Recording.check("nullaway.txt", Tool.NULL_AWAY.build().fails().lines("[NullAway]"));
    }

    @Test
    @DisplayName("Spotless 把骗人的缩进印出来")
    void spotless() {
        Recording.check("spotless.txt", Tool.SPOTLESS.build().fails().output().lines()
                .dropWhile(line -> !line.contains("had format violations"))
                .filter(line -> line.startsWith("[ERROR]")).takeWhile(line -> !line.contains("[Help"))
                .map(String::stripTrailing).reduce("", (a, b) -> a + b + "\n"));
    }

    @Test
    @DisplayName("读者自己复制的一份里有 region 的标记，Spotless 报的也只有这一个文件")
    void spotlessMindsNoMarks() {
        assertThat(Builds.join(Together.looking("copied-by-hand")).fails().lines("     src/").lines().map(line -> line.replaceFirst(".*/", "")))
                .containsExactly("PurchaseLimit.java");
    }

    @Test
    @DisplayName("Checkstyle 的报错")
    void checkstyle() {
        Recording.check("checkstyle.txt", Tool.CHECKSTYLE.build().fails().lines("MatchXpath", "Failed to execute goal"));
    }

    @Test
    @DisplayName("SpotBugs 的三条")
    void spotBugs() {
        Recording.check("spotbugs.txt", Tool.SPOT_BUGS.build().fails().lines("[ERROR] Medium", "Failed to execute goal")
                .replaceAll(" \\[com\\.example[^]]*]", "")
                .replaceAll("(?m)(Unsynchronized access at \\S+ \\d+]).* (IS2_\\w+)$", "$1 … $2"));
    }

    @Test
    @DisplayName("ArchUnit 的报错")
    void archUnit() {
        Recording.check("archunit.txt", Tool.ARCH_UNIT.build().fails().output().lines()
                .dropWhile(line -> !line.startsWith("Architecture Violation")).limit(2).reduce("", (a, b) -> a + b + "\n"));
    }

    @Test
    @DisplayName("JaCoCo 的报错")
    void jacoco() {
        Recording.check("jacoco.txt", Tool.JACOCO.build().fails().lines("Rule violated", "Failed to execute goal"));
    }

    @Test
    @DisplayName("FreeShipping 的行与分支都是 100%，里面仍然有错")
    void fullyCoveredAndWrong() {
        Table table = new Table("类", "没执行到的分支", "执行到的分支", "没执行到的行", "执行到的行");
        for (String line : Tool.JACOCO.build().file("target/site/jacoco/jacoco.csv").lines().toList()) {
            String[] cell = line.split(",");
            if (cell[2].equals("FreeShipping") || cell[2].equals("Refund")) {
                table.row(cell[2], cell[5], cell[6], cell[7], cell[8]);
                if (cell[2].equals("FreeShipping")) {
                    assertThat(cell[5]).isEqualTo("0");
                    assertThat(cell[7]).isEqualTo("0");
                }
            }
        }
        Recording.check("coverage.txt", table.toString());
        assertThat(Tool.PIT.found()).containsExactly("FreeShipping");
    }

    @Test
    @DisplayName("PIT 改了边界，测试没有发现")
    void pit() {
        Build build = Tool.PIT.build().fails();
        Table table = new Table("类", "变异", "行", "结果");
        build.file("target/pit-reports/mutations.csv").lines().map(line -> line.split(","))
                .forEach(cell -> table.row(cell[0].replace(".java", ""), cell[2].replaceAll(".*\\.", ""), cell[4], cell[5]));
        Recording.check("pit.txt", table + "\n" + build.lines("Mutation score"));
    }

    @Test
    @DisplayName("OpenRewrite 要改的地方")
    void openRewrite() {
        Recording.check("rewrite.txt", Tool.OPEN_REWRITE.build().fails()
                .lines("would make changes", "ChangeType", "Failed to execute goal")
                .replaceAll("changes to \\S*?src/main", "changes to src/main"));
        List<String> patch = Tool.OPEN_REWRITE.build().file("target/rewrite/rewrite.patch").lines()
                .filter(line -> line.matches("[-+ ].*") && !line.startsWith("--- ") && !line.startsWith("+++ ")).toList();
        assertThat(patch).filteredOn(line -> !line.startsWith(" ")).containsExactly(
                "-import org.springframework.lang.Nullable;", "+import org.jspecify.annotations.Nullable;");
        Recording.check("rewrite-patch.txt", String.join("\n", patch) + "\n");
    }

    @Test
    @DisplayName("修好之后，九件一起用，构建成功")
    void mendedStoreIsGreen() {
        Build build = Builds.join(Builds.green()).succeeds();
        assertThat(build.output()).contains("Tests run: 12, Failures: 0", "spotbugs", "mutationCoverage",
                "dryRunNoFork", "All coverage checks have been met");
        Path report = build.project().folder().resolve("target/rewrite/rewrite.patch");
        assertThat(Files.exists(report)).isFalse();
    }
}
