package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.quality.Builds.Build;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("每件工具花多少时间：在同一次构建里比")
class CostTests {

    private static final List<String> LIGHT = List.of("spotless:", "checkstyle-plugin:", "jacoco:");
    private static final List<String> HEAVY = List.of("spotbugs:", "pitest", "rewrite-maven-plugin");

    private static final String MARKED = "-XepOpt:NullAway:OnlyNullMarked=true";
    private static final int COPIES = 5;

    private static final Pattern TIMED = Pattern.compile("(\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) \\[\\w+] (?:--- (\\S+))?.*");

    private static Map<String, Long> plain;
    private static Map<String, Long> all;

    @BeforeAll
    static void read() {
        Builds.green();
        Builds.startTheRest();
        plain = steps(Builds.join(Builds.plain()));
        all = steps(Builds.join(Builds.green()));
        all.forEach((step, time) -> System.out.println(step + " " + time + " ms"));
    }

    /** Milliseconds of each step, from its first line to that of the next, or to the last line. */
    private static Map<String, Long> steps(Build build) {
        Map<String, Long> steps = new LinkedHashMap<>();
        String step = null;
        LocalTime before = null;
        for (String line : build.output().lines().map(text -> text.replaceAll("\\u001B\\[[0-9;]*m", "")).toList()) {
            Matcher timed = TIMED.matcher(line);
            if (!timed.matches()) {
                continue;
            }
            LocalTime time = LocalTime.parse(timed.group(1));
            if (step != null) {
                steps.merge(step, Math.floorMod(before.until(time, ChronoUnit.MILLIS), 86_400_000L), Long::sum);
            }
            before = time;
            step = timed.group(2) == null ? step : timed.group(2);
        }
        return steps;
    }

    private static long sum(Map<String, Long> steps, List<String> names) {
        assertThat(names).allSatisfy(name -> assertThat(steps.keySet()).anyMatch(step -> named(step, name)));
        return steps.entrySet().stream().filter(entry -> names.stream().anyMatch(name -> named(entry.getKey(), name)))
                .mapToLong(Map.Entry::getValue).sum();
    }

    private static boolean named(String step, String name) {
        return step.contains(name) || step.contains(name.replace(":", "-maven-plugin:"));
    }

    /** What surefire says that the class of the rules took, in the build with all tools. */
    private static long rules() {
        Matcher times = Pattern.compile("<testcase [^>]*classname=\"[^\"]*ArchitectureRules\"[^>]* time=\"([\\d.]+)\"")
                .matcher(Builds.join(Builds.green()).file(
                        "target/surefire-reports/TEST-com.example.bookstore.ArchitectureRules.xml"));
        long time = 0;
        while (times.find()) {
            time += Math.round(1000 * Double.parseDouble(times.group(1)));
        }
        assertThat(time).isPositive();
        return time;
    }

    @Test
    @DisplayName("SpotBugs、PIT、OpenRewrite 花的时间，比 Spotless、Checkstyle、ArchUnit、JaCoCo 加起来还多")
    void threeToolsTakeMost() {
        assertThat(sum(all, HEAVY)).as("%s", all).isGreaterThan(sum(all, LIGHT) + rules());
    }

    @Test
    @DisplayName("每件工具占多出来的时间的几成，一共是不加工具的几倍")
    void shares() {
        long compiler = Math.max(0, compile(all) - compile(plain));
        double more = sum(all, LIGHT) + sum(all, HEAVY) + compiler + rules();
        double total = all.values().stream().mapToLong(Long::longValue).sum()
                / (double) plain.values().stream().mapToLong(Long::longValue).sum();
        System.out.println("plain " + plain + ", compiler " + compiler + ", rules " + rules() + ", total " + total);
        Recording.check("cost.txt", new Table("工具", "占多出来的时间")
                .row("Spotless", within(sum(all, List.of("spotless:")) / more, 0.01, 0.25, "百分之一到四分之一"))
                .row("Checkstyle", within(sum(all, List.of("checkstyle-plugin:")) / more, 0.01, 0.25, "百分之一到四分之一"))
                .row("Error Prone 与 NullAway（编译）", within(compiler / more, 0, 0.5, "一半以下"))
                .row("ArchUnit", within(rules() / more, 0.005, 0.25, "二百分之一到四分之一"))
                .row("JaCoCo", within(sum(all, List.of("jacoco:")) / more, 0.001, 0.05, "千分之一到二十分之一"))
                .row("SpotBugs", within(sum(all, List.of("spotbugs:")) / more, 0.05, 0.5, "二十分之一到一半"))
                .row("PIT", within(sum(all, List.of("pitest")) / more, 0.05, 0.5, "二十分之一到一半"))
                .row("OpenRewrite", within(sum(all, List.of("rewrite-maven-plugin")) / more, 1 / 7.0, 0.8, "七分之一到八成"))
                + "\n整个构建是不加工具的 " + within(total, 2, 100, "2 倍以上") + "\n");
    }

    /** The mended bookstore, five times over, each in a package of its own. */
    private static Map<String, String> fiveStores() {
        Path store = Builds.mended("cost").folder().resolve("src/main/java/com/example/bookstore");
        Map<String, String> sources = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.toList()) {
                for (int copy = 0; copy < COPIES; copy++) {
                    sources.put("p" + copy + "/" + file.getFileName(), Files.readString(file)
                            .replace("package com.example.bookstore;", "package com.example.bookstore.p" + copy + ";"));
                }
            }
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return sources;
    }

    static CompletableFuture<Map<String, Javac.Result>> compiled() {
        return Builds.startCompilations("cost", () -> {
            Map<String, String> stores = fiveStores();
            return Javac.compile("cost", 3, List.of(
                    new Javac.Job("plain", List.of(), stores),
                    new Javac.Job("errorprone", List.of(MARKED, "-Xep:NullAway:OFF"), stores),
                    new Javac.Job("nullaway", List.of(MARKED, "-Xep:NullAway:ERROR"), stores)));
        });
    }

    private static double fastest(Javac.Result result) {
        return result.times().stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    @Test
    @DisplayName("Error Prone 与 NullAway 分开量：五份书店，三种编译轮流")
    void errorProneAndNullAwayApart() {
        Map<String, Javac.Result> results = compiled().join();
        results.forEach((name, result) -> {
            System.out.println(name + " " + result.times());
            assertThat(result.findings()).as(name).noneMatch(line -> line.contains("error:"));
            assertThat(result.classes().resolve("com/example/bookstore/p4/Catalog.class")).exists();
        });
        double without = fastest(results.get("plain"));
        double errorProne = fastest(results.get("errorprone"));
        double both = fastest(results.get("nullaway"));
        Recording.check("cost-compile.txt", new Table("编译", "花的时间")
                .row("打开 Error Prone", within(errorProne / without, 1.5, 8, "是不加工具的 1.5 到 8 倍"))
                .row("再打开 NullAway", within((both - errorProne) / (errorProne - without), -0.9, 0.9,
                        "多花的比 Error Prone 多花的少")).toString());
    }

    /** The words for what is expected, or, when it is not so, what was measured. */
    private static String within(double value, double from, double to, String words) {
        return value >= from && value <= to ? words : "%.2f".formatted(value);
    }

    private static long compile(Map<String, Long> steps) {
        return sum(steps, List.of("compiler-plugin"));
    }
}
