package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportMessage;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.util.ClassUtils;

@DisplayName("候选从哪里来，多少个通过了条件")
class CandidatesTest {

    private static final String FILE =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    @Test
    @DisplayName("类路径上每个 jar 的 AutoConfiguration.imports 合起来就是候选")
    void importsFiles() throws IOException {
        List<String> lines = new ArrayList<>();
        int sum = 0;
        for (URL url : Collections.list(getClass().getClassLoader().getResources(FILE))) {
            int count = 0;
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
                for (String line; (line = reader.readLine()) != null;) {
                    count += line.isBlank() || line.startsWith("#") ? 0 : 1;
                }
            }
            sum += count;
            String source = url.toString().replaceAll(".*/([\\w-]+?)-[\\d.]+(-\\w+)?\\.jar!.*", "$1.jar")
                    .replaceAll("^file:.*/target/classes/.*", "target/classes");
            lines.add("%4d  %s".formatted(count, source));
        }
        assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates()).hasSize(sum);
        Collections.sort(lines, (a, b) -> a.substring(6).compareTo(b.substring(6)));
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run()) {
            ConditionEvaluationReport report = ConditionEvaluationReport.get(context.getBeanFactory());
            List<String> candidates = ImportCandidates.load(AutoConfiguration.class, null).getCandidates();
            long passed = candidates.stream().filter(name -> {
                var outcomes = report.getConditionAndOutcomesBySource().get(name);
                return outcomes == null || outcomes.isFullMatch();
            }).count();
            assertThat(passed).isBetween(1L, (long) sum - 1);
            lines.add("合计 %d 个候选，%d 个通过条件".formatted(sum, passed));
        }
        Recording.check("candidates.txt", String.join("\n", lines));
    }

    @Test
    @DisplayName("Negative matches 一栏里，名字没有 . 与 # 的三项，就是没通过的三个候选")
    void theThreeThatFailed() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run()) {
            ConditionEvaluationReport report = ConditionEvaluationReport.get(context.getBeanFactory());
            List<String> failed = ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
                    .filter(name -> report.getConditionAndOutcomesBySource().containsKey(name))
                    .filter(name -> !report.getConditionAndOutcomesBySource().get(name).isFullMatch())
                    .map(ClassUtils::getShortName).toList();
            List<String> negative = new ConditionEvaluationReportMessage(report).toString().lines()
                    .dropWhile(line -> !line.equals("Negative matches:"))
                    .takeWhile(line -> !line.equals("Exclusions:"))
                    .filter(line -> line.matches(" {3}\\S.*:"))
                    .map(line -> line.strip().replaceAll(":$", "")).toList();
            assertThat(negative).filteredOn(name -> name.contains("#") || name.contains(".")).isNotEmpty();
            assertThat(negative).filteredOn(name -> !name.contains("#") && !name.contains("."))
                    .hasSize(3).containsExactlyInAnyOrderElementsOf(failed).contains("JmxAutoConfiguration");
        }
    }

    @Test
    @DisplayName("用户的 Bean 定义先注册，自动配置的在后")
    void userBeansComeFirst() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run()) {
            List<String> names = List.of(context.getBeanDefinitionNames());
            assertThat(names.indexOf("warehouse")).isNotNegative()
                    .isLessThan(names.indexOf("shippingCalculator"));
        }
    }
}
