package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.AlertmanagerServer;
import com.example.book.parts.PrometheusServer;
import com.example.testing.Monitoring;
import com.example.testing.Poll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Rules, tried on a simulated clock: an hour takes milliseconds. */
@RequiresProgram("promtool")
class AlertRuleTests {

    private static final Pattern FIRING = Pattern.compile("alertname: (\\w+), time: (?:(\\d+)h)?(?:(\\d+)m)?,");

    @TempDir
    Path folder;

    private ConsoleRun promtool(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, folder, null, Map.of());
    }

    private void copy(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(folder.resolve(name), Monitoring.file(name));
        }
    }

    @Test
    void theRulesOfTheStoreKeepTheirTests() throws Exception {
        copy("alerts.yml", "alerts_test.yml");
        ConsoleRun run = promtool("test", "rules", "alerts_test.yml");
        assertThat(run.exitCode()).as(run.output()).isZero();
        Recording.checkVerbatim("promtool-test.txt", run.output().strip() + "\n");
    }

    @Test
    void theirTestsFailWithoutFor() throws Exception {
        Files.writeString(folder.resolve("alerts.yml"), Monitoring.file("alerts.yml",
                "        for: 1m               # 条件连续成立一分钟，才算\n", ""));
        copy("alerts_test.yml");
        ConsoleRun run = promtool("test", "rules", "alerts_test.yml");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains("alertname: OrdersSlow, time: 1m,", "name: 15 秒的抖动不响");
    }

    /** Prometheus 3 leaves out the sample at the left edge of a window; here the window is a millisecond shorter. */
    @Test
    void withoutTheLeftEdgeOfTheWindowHalfAMinuteIsNoAlert() throws Exception {
        Files.writeString(folder.resolve("alerts.yml"), Monitoring.file("alerts.yml",
                "uri=\"/orders\"}[1m]", "uri=\"/orders\"}[59s999ms]"));
        copy("alerts_test.yml");
        ConsoleRun run = promtool("test", "rules", "alerts_test.yml");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).containsOnlyOnce("    name: ").containsOnlyOnce("alertname: OrdersSlow, time: ")
                .contains("name: 30 秒的抖动照样响", "time: 3m15s,", "got:[]");
    }

    /** Which alert fires at which minute; promtool tells it as its complaint that something fires. */
    private Map<String, List<Boolean>> timeline(List<String> files, List<String> alerts, String series,
            int from, int to, int step) throws IOException {
        copy(files.toArray(String[]::new));
        StringBuilder test = new StringBuilder("rule_files: " + files + "\nevaluation_interval: 1m\n"
                // What is recorded comes before what asks for it; otherwise promtool picks an order each time.
                + "group_eval_order: [bookstore-slo, bookstore, burn-compare, flapping]\ntests:\n"
                + "  - interval: 1m\n    input_series:\n" + series + "    alert_rule_test:\n");
        for (String alert : alerts) {
            for (int minute = from; minute <= to; minute += step) {
                test.append("      - {eval_time: ").append(minute).append("m, alertname: ").append(alert)
                        .append(", exp_alerts: []}\n");
            }
        }
        Files.writeString(folder.resolve("test.yml"), test);
        String output = promtool("test", "rules", "test.yml").output();
        assertThat(output).contains("Unit Testing").doesNotContain("parse error");
        Map<String, List<Boolean>> result = new LinkedHashMap<>();
        Map<String, List<Integer>> firing = new LinkedHashMap<>();
        Matcher matcher = FIRING.matcher(output);
        while (matcher.find()) {
            int hours = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
            firing.computeIfAbsent(matcher.group(1), key -> new ArrayList<>())
                    .add(hours * 60 + (matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3))));
        }
        for (String alert : alerts) {
            List<Boolean> states = new ArrayList<>();
            for (int minute = from; minute <= to; minute += step) {
                states.add(firing.getOrDefault(alert, List.of()).contains(minute));
            }
            result.put(alert, states);
        }
        return result;
    }

    private static String line(List<Boolean> states) {
        StringBuilder text = new StringBuilder();
        states.forEach(state -> text.append(state ? '#' : '.'));
        return text.toString();
    }

    private static int times(List<Boolean> states) {
        int times = 0;
        boolean before = false;
        for (boolean state : states) {
            times += state && !before ? 1 : 0;
            before = state;
        }
        return times;
    }

    @Test
    void anAlertThatFlapsAndItsCure() throws Exception {
        // region values
        String values = "90 110 90 110 90 110 90 110 90 90 130x5 95 130x5 50x9";
        // endregion values
        Map<String, List<Boolean>> lines = timeline(List.of("flapping.yml"), List.of("Bare", "For", "Kept"),
                "      - {series: bookstore_orders_in_flight, values: " + values + "}\n", 0, 32, 1);
        Table table = new Table("写法", "每分钟一格，# 是在响", "叫醒几次");
        table.row("只有 expr", line(lines.get("Bare")), times(lines.get("Bare")));
        table.row("加 for: 3m", line(lines.get("For")), times(lines.get("For")));
        table.row("再加 keep_firing_for: 5m", line(lines.get("Kept")), times(lines.get("Kept")));
        Recording.checkVerbatim("flapping.txt", table.toString());
        assertThat(times(lines.get("Bare"))).isEqualTo(6);
        assertThat(times(lines.get("For"))).isEqualTo(2);
        assertThat(times(lines.get("Kept"))).isEqualTo(1);
        String picture = Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter28-observability/flapping.svg"));
        lines.forEach((alert, states) -> assertThat(drawn(picture, alert, states.size())).as("图里的 " + alert)
                .isEqualTo(line(states)));
    }

    /** What the picture of the page shows: a minute is twelve wide and begins at 28. */
    private static String drawn(String picture, String alert, int minutes) {
        String group = picture.substring(picture.indexOf("<g id=\"" + alert + "\""));
        StringBuilder text = new StringBuilder(".".repeat(minutes));
        Matcher cell = Pattern.compile("<rect x=\"(\\d+)\"").matcher(group.substring(0, group.indexOf("</g>")));
        while (cell.find()) {
            text.setCharAt((Integer.parseInt(cell.group(1)) - 28) / 12, '#');
        }
        return text.toString();
    }

    @Test
    void twoWindowsOfTheErrorBudget() throws Exception {
        StringBuilder failed = new StringBuilder();
        StringBuilder placed = new StringBuilder();
        int bad = 0;
        for (int minute = 0; minute <= 190; minute++) {
            bad += minute == 70 ? 50 : minute > 100 && minute <= 120 ? 20 : 0;
            failed.append(bad).append(' ');
            placed.append(minute * 100 - bad).append(' ');
        }
        String series = "      - {series: 'bookstore_orders_total{result=\"failed\"}', values: " + failed + "}\n"
                + "      - {series: 'bookstore_orders_total{result=\"placed\"}', values: " + placed + "}\n";
        Map<String, List<Boolean>> lines = timeline(List.of("alerts.yml", "burn-compare.yml"),
                List.of("OnlyFiveMinutes", "OnlyOneHour", "OrdersBudgetBurn"), series, 60, 190, 2);
        Table table = new Table("看哪个窗口", "第 60 到 190 分钟，两分钟一格");
        table.row("只看 5 分钟", line(lines.get("OnlyFiveMinutes")));
        table.row("只看 1 小时", line(lines.get("OnlyOneHour")));
        table.row("两个都要超过", line(lines.get("OrdersBudgetBurn")));
        Recording.checkVerbatim("burn.txt", table.toString());
        assertThat(times(lines.get("OnlyFiveMinutes"))).isEqualTo(2);
        assertThat(times(lines.get("OrdersBudgetBurn"))).isEqualTo(1);
        assertThat(lines.get("OnlyOneHour").stream().filter(b -> b).count())
                .isGreaterThan(2 * lines.get("OrdersBudgetBurn").stream().filter(b -> b).count());
    }

    /** All take 0.46 s. Between the buckets that Micrometer has of its own, the quantile is a guess on the wrong side. */
    @Test
    void theLimitIsExactOnlyWhereABucketEnds() throws Exception {
        String own = slow("0.447392426", "0x5") + slow("0.536870911", "0+100x5") + slow("+Inf", "0+100x5");
        assertThat(ordersSlow(own)).contains(true);
        assertThat(ordersSlow(own + slow("0.5", "0+100x5"))).doesNotContain(true);
        // And what is slower than the limit is still noticed: 0.52 s.
        assertThat(ordersSlow(own + slow("0.5", "0x5"))).contains(true);
    }

    private List<Boolean> ordersSlow(String series) throws IOException {
        return timeline(List.of("alerts.yml"), List.of("OrdersSlow"), series, 0, 5, 1).get("OrdersSlow");
    }

    private static String slow(String le, String values) {
        return "      - {series: 'http_server_requests_seconds_bucket{job=\"orders\",uri=\"/orders\",le=\"" + le
                + "\"}', values: " + values + "}\n";
    }

    @Test
    void howFastTheBudgetIsSpent() {
        Table table = new Table("失败的比例", "燃烧率", "30 天的预算多久烧完");
        for (double ratio : new double[] {0.001, 0.0144, 0.1, 1}) {
            double rate = ratio / 0.001;
            double hours = 30 * 24 / rate;
            table.row("%.4g%%".formatted(ratio * 100).replaceAll("\\.?0+%", "%"),
                    rate < 100 ? "%.4g".formatted(rate).replaceAll("\\.?0+$", "") : Math.round(rate),
                    hours >= 100 ? Math.round(hours / 24) + " 天" : hours >= 1
                            ? "%.1f 小时".formatted(hours) : Math.round(hours * 60) + " 分钟");
        }
        assertThat(table.toString()).contains("30 天", "50.0 小时", "43 分钟");
        Recording.checkVerbatim("budget.txt", table.toString());
    }

    @Test
    void aRuleWithWrongSyntaxIsRefused() throws Exception {
        Files.writeString(folder.resolve("broken.yml"), Monitoring.file("alerts.yml",
                "expr: up{job=\"orders\"} == 0 or", "expr: up{job=\"orders\"} = 0 or"));
        ConsoleRun run = promtool("check", "rules", "broken.yml");
        assertThat(run.exitCode()).isNotZero();
        Recording.checkVerbatim("rule-syntax.txt", run.output().replace(folder.toString(), ".").strip() + "\n");
    }

    @Test
    void aRuleWithAMisspelledMetricIsNot() throws Exception {
        Files.writeString(folder.resolve("misspelled.yml"), Monitoring.file("alerts.yml",
                "http_server_requests_seconds_bucket", "http_server_request_seconds_bucket"));
        ConsoleRun run = promtool("check", "rules", "misspelled.yml");
        assertThat(run.exitCode()).as(run.output()).isZero();
        // Its test notices.
        Files.writeString(folder.resolve("alerts.yml"), Files.readString(folder.resolve("misspelled.yml")));
        copy("alerts_test.yml");
        assertThat(promtool("test", "rules", "alerts_test.yml").exitCode()).isNotZero();
    }

    /** An Alertmanager says what it has made of its file: a web hook hears of the end, these two do not. */
    @Test
    void mailAndWechatAreNotToldOfTheEndUnlessAsked() {
        try (AlertmanagerServer alertmanager = AlertmanagerServer.start(Map.of("alertmanager.yml", """
                global: {smtp_smarthost: '127.0.0.1:1', smtp_from: a@example.com}
                route: {receiver: duty}
                receivers:
                  - name: duty
                    webhook_configs: [{url: 'http://127.0.0.1:1'}]
                    email_configs: [{to: b@example.com}]
                    wechat_configs: [{corp_id: a, api_secret: b}]
                """))) {
            String config = JsonMapper.shared().readTree(alertmanager.get("/api/v2/status"))
                    .path("config").path("original").asString();
            assertThat(config).contains("webhook_configs:\n  - send_resolved: true",
                    "email_configs:\n  - send_resolved: false", "wechat_configs:\n  - send_resolved: false");
        }
    }

    /** Nobody listens where the Alertmanager should be: the alert fires all the same, and the log says why nobody hears. */
    @Test
    void withoutAnAlertmanagerItFiresAndTheLogSaysThatItIsNotSent() throws Exception {
        // Prometheus looks up whom to send to every five seconds only; what fires before that goes nowhere, without a line.
        String rules = "groups: [{name: always, rules: [{alert: Always, expr: vector(1), for: 10s}]}]";
        try (PrometheusServer prometheus = PrometheusServer.start(Map.of("rules.yml", rules, "prometheus.yml", """
                global: {evaluation_interval: 1s}
                rule_files: [rules.yml]
                alerting: {alertmanagers: [{static_configs: [{targets: ['127.0.0.1:%d']}]}]}
                """.formatted(RunningProgram.freePort())))) {
            Poll.untilTrue("响了", () -> prometheus.get("/api/v1/alerts").contains("\"state\":\"firing\""));
            Poll.untilTrue("送不出去", () -> prometheus.output().contains("Error sending alert"));
        }
    }
}
