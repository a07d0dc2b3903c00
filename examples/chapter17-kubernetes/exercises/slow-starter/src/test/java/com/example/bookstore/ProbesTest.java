package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Computes, second by second, what a kubelet would do with these probes. */
class ProbesTest {

    private static final int NEVER = Integer.MAX_VALUE;

    private static Map<String, Map<String, Object>> probes;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream yaml = ProbesTest.class.getResourceAsStream("/probes.yaml")) {
            probes = new Yaml().load(yaml);
        }
    }

    /** To Kubernetes, 0 is the same as nothing. */
    private static int number(String probe, String name, int otherwise) {
        int number = (int) probes.getOrDefault(probe, Map.of()).getOrDefault(name, otherwise);
        return number == 0 ? otherwise : number;
    }

    private static String path(String probe) {
        assertThat(probes).as("probes.yaml 里写了哪些探针").containsKey(probe);
        assertThat(probes.get(probe)).as(probe + " 问的是哪个地址").containsKey("httpGet");
        return String.valueOf(((Map<?, ?>) probes.get(probe).get("httpGet")).get("path"));
    }

    /** The second of the kill, for a process that answers from {@code up} on and hangs from {@code hangs} on. */
    private static int killedAt(int up, int hangs) {
        int begun = 0;
        if (probes.containsKey("startupProbe")) {
            int failures = 0;
            int second = number("startupProbe", "initialDelaySeconds", 0);
            for (; second < up || second >= hangs; second += number("startupProbe", "periodSeconds", 10)) {
                if (++failures == number("startupProbe", "failureThreshold", 3)) {
                    return second;
                }
            }
            begun = second;
        }
        if (!probes.containsKey("livenessProbe")) {
            return NEVER;
        }
        int failures = 0;
        for (int second = Math.max(begun, number("livenessProbe", "initialDelaySeconds", 0)); second < 3600;
                second += number("livenessProbe", "periodSeconds", 10)) {
            failures = second >= up && second < hangs ? 0 : failures + 1;
            if (failures == number("livenessProbe", "failureThreshold", 3)) {
                return second;
            }
        }
        return NEVER;
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 90, 180, 240})
    void slowStartSurvives(int seconds) {
        assertThat(killedAt(seconds, NEVER)).as("启动要 %d 秒，却在第几秒被重启（%d 是不重启）", seconds, NEVER).isEqualTo(NEVER);
    }

    /** Counted from the second at which the kubelet has seen it: before, it does not know that it ever was up. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 25, 180, 980})
    void hangingProcessIsRestartedWithinAMinute(int afterSeen) {
        int hangs = seen(20) + afterSeen;
        assertThat(killedAt(20, hangs)).as("20 秒起来，第 %d 秒卡住，第几秒被重启", hangs).isBetween(hangs, hangs + 60);
    }

    /** The second at which the kubelet first sees a process that answers from {@code up} on: by any of its probes. */
    private static int seen(int up) {
        List<String> asked = probes.containsKey("startupProbe") ? List.of("startupProbe") : List.of("livenessProbe", "readinessProbe");
        return asked.stream().filter(probes::containsKey).mapToInt(probe -> {
            int second = number(probe, "initialDelaySeconds", 0);
            while (second < up) {
                second += number(probe, "periodSeconds", 10);
            }
            return second;
        }).min().orElse(up);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 33, 90, 240})
    void hangingAsSoonAsItIsSeen(int up) {
        int hangs = seen(up) + 1;
        assertThat(killedAt(up, hangs)).as("%d 秒起来，第 %d 秒一被看到就卡住，第几秒被重启", up, hangs).isBetween(hangs, hangs + 60);
    }

    @Test
    void neverUpIsRestartedWithinTenMinutes() {
        assertThat(killedAt(NEVER, NEVER)).as("一直起不来，第几秒被重启").isLessThanOrEqualTo(600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"startupProbe", "livenessProbe"})
    void oneSlowAnswerIsForgiven(String probe) {
        assertThat(number(probe, "failureThreshold", 3)).as("%s 错几次才重启", probe).isGreaterThan(1);
    }

    @Test
    void databaseDoesNotRestart() {
        assertThat(path("livenessProbe")).isEqualTo("/actuator/health/liveness");
        // 只看端口开了没有的，也不问数据库
        if (probes.containsKey("startupProbe") && !probes.get("startupProbe").containsKey("tcpSocket")) {
            // 就绪默认也不问数据库
            assertThat(path("startupProbe")).isIn("/actuator/health/liveness", "/actuator/health/readiness");
        }
    }

    /** Elsewhere nobody answers, and such a pod is killed however soon it is up. */
    @ParameterizedTest
    @ValueSource(strings = {"startupProbe", "livenessProbe", "readinessProbe"})
    void asksWhereTheApplicationAnswers(String probe) {
        Map<String, Object> written = probes.getOrDefault(probe, Map.of());
        for (String way : List.of("httpGet", "tcpSocket")) {
            if (written.get(way) instanceof Map<?, ?> asked) {
                assertThat(String.valueOf(asked.get("port"))).as(probe + " 问的端口").isIn("http", "8080");
                assertThat(asked.get("scheme")).as(probe + " 的 scheme，应用没有用 HTTPS").isIn(null, "HTTP");
            }
        }
        if (!probe.equals("readinessProbe")) {
            assertThat(number(probe, "successThreshold", 1)).as(probe + " 的 successThreshold，API 要它是 1").isEqualTo(1);
        }
    }

    @Test
    void noRequestBeforeItIsReady() {
        assertThat(path("readinessProbe")).isEqualTo("/actuator/health/readiness");
    }
}
