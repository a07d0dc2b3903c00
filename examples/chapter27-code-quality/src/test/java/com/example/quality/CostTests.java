package com.example.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.example.quality.Builds.Build;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("每件工具花多少时间：在同一次构建里比")
class CostTests {

    private static final List<String> LIGHT = List.of("spotless:", "checkstyle:", "jacoco:");
    private static final List<String> HEAVY = List.of("spotbugs:", "pitest", "rewrite-maven-plugin");

    private static Map<String, Long> plain;
    private static Map<String, Long> all;

    @BeforeAll
    static void read() {
        Builds.plain();
        Builds.green();
        plain = steps(Builds.join(Builds.plain()));
        all = steps(Builds.join(Builds.green()));
        all.forEach((step, time) -> System.out.println(step + " " + time + " ms"));
    }

    /** Milliseconds of each step, from its first line to that of the next. */
    private static Map<String, Long> steps(Build build) {
        Map<String, Long> steps = new LinkedHashMap<>();
        String step = null;
        LocalTime start = null;
        for (String line : build.output().lines().map(text -> text.replaceAll("\\u001B\\[[0-9;]*m", "")).toList()) {
            if (line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\[INFO] (--- .*|BUILD SUCCESS)")) {
                LocalTime time = LocalTime.parse(line.substring(0, 12));
                if (step != null) {
                    steps.merge(step, Math.floorMod(start.until(time, ChronoUnit.MILLIS), 86_400_000L), Long::sum);
                }
                start = time;
                step = line.contains("---") ? line.replaceFirst(".*--- (\\S+).*", "$1") : null;
            }
        }
        return steps;
    }

    private static long sum(Map<String, Long> steps, List<String> names) {
        return steps.entrySet().stream().filter(entry -> names.stream().anyMatch(
                name -> entry.getKey().contains(name) || entry.getKey().contains(name.replace(":", "-maven-plugin:"))))
                .mapToLong(Map.Entry::getValue).sum();
    }

    @Test
    @DisplayName("SpotBugs、PIT、OpenRewrite 占各工具所花时间的一半以上")
    void threeToolsTakeMost() {
        long heavy = sum(all, HEAVY);
        long light = sum(all, LIGHT);
        long compiler = Math.max(0, compile(all) - compile(plain));
        assertThat(heavy).as("%s", all).isGreaterThan(light + compiler);
    }

    private static long compile(Map<String, Long> steps) {
        return sum(steps, List.of("compiler-plugin"));
    }
}
