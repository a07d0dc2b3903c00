package com.example.bookstore.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;

/** The probes while the database is away. */
class LivenessTest {

    private static String probes(String file) {
        try (var context = OpsApplication.start("spring.config.import=classpath:" + file)) {
            return List.of("liveness", "readiness").stream()
                    .map(probe -> "%-9s  %s".formatted(probe,
                            OpsApplication.get(context, "/actuator/health/" + probe)))
                    .collect(Collectors.joining("\n"));
        }
    }

    @Test
    @DisplayName("存活探针带上数据库：数据库断开，存活探针 503")
    void databaseKillsTheApplication() {
        String answers = probes("liveness-with-db.properties");
        assertThat(answers).contains("liveness   503");
        Recording.check("liveness-with-db.txt", answers);
    }

    @Test
    @DisplayName("只让就绪探针看数据库：存活探针 200，就绪探针 503")
    void onlyReadinessFails() {
        String answers = probes("readiness-with-db.properties");
        assertThat(answers).contains("liveness   200").contains("readiness  503");
        Recording.check("readiness-with-db.txt", answers);
    }

    @Test
    @DisplayName("include 替换默认的：漏了 readinessState，应用说不接请求，就绪探针照样 200")
    void includeReplacesTheDefault() {
        Map.of("ping", "200", "readinessState,ping", "503").forEach((include, status) -> {
            try (var context = OpsApplication.start("management.endpoint.health.group.readiness.include=" + include)) {
                AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
                assertThat(OpsApplication.get(context, "/actuator/health/readiness")).as(include).startsWith(status);
            }
        });
    }
}
