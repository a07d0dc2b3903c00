package com.example.quality;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.quality.Builds.Build;

/** The nine tools, each with the class whose defect is its own, and how its findings read. */
enum Tool {

    ERROR_PRONE("Error Prone", "errorprone", "OrderNumber",
            "ERROR] \\S*/(\\w+)\\.java:\\[\\d+,\\d+] \\[(?!NullAway)\\w+]"),
    NULL_AWAY("NullAway", "nullaway", "Catalog", "ERROR] \\S*/(\\w+)\\.java:\\[\\d+,\\d+] \\[NullAway]"),
    SPOTLESS("Spotless", "spotless", "PurchaseLimit", "ERROR] +src/main/java/\\S*/(\\w+)\\.java"),
    CHECKSTYLE("Checkstyle", "checkstyle", "Postage", "ERROR] src/main/java/\\S*/(\\w+)\\.java:"),
    SPOT_BUGS("SpotBugs", "spotbugs", "SalesCounter",
            "ERROR] (?:High|Medium|Low): .*?\\[com\\.example\\.bookstore\\.(\\w+)"),
    ARCH_UNIT("ArchUnit", "archunit", "Receipts", "^Method <com\\.example\\.bookstore\\.(\\w+)\\."),
    JACOCO("JaCoCo", "jacoco", "Refund", "Rule violated for class com\\.example\\.bookstore\\.(\\w+):"),
    PIT("PIT", "pitest", "FreeShipping", "(?m)^(\\w+)\\.java,.*,(?:SURVIVED|NO_COVERAGE),"),
    OPEN_REWRITE("OpenRewrite", "rewrite", "Note", "make changes to \\S*src/main/java/\\S*/(\\w+)\\.java");

    final String label;
    final String own;
    private final String module;
    private final Pattern finding;

    Tool(String label, String module, String own, String finding) {
        this.label = label;
        this.module = module;
        this.own = own;
        this.finding = Pattern.compile(finding, Pattern.MULTILINE);
    }

    CompletableFuture<Build> start() {
        return switch (this) {
            case ERROR_PRONE -> PitfallTests.cleaned();
            case ARCH_UNIT, JACOCO, PIT -> Together.testing(module);
            case OPEN_REWRITE -> Together.allTools(module);
            default -> Together.looking(module);
        };
    }

    Build build() {
        return Builds.join(start());
    }

    /** The classes this tool stops the build for. */
    Set<String> found() {
        Build build = build().fails();
        String text = this == PIT ? build.file("target/pit-reports/mutations.csv") : build.output();
        return finding.matcher(text.replaceAll("\\u001B\\[[0-9;]*m", "")).results().map(Tool::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(MatchResult result) {
        return result.group(1);
    }
}
