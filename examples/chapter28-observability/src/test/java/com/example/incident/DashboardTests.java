package com.example.incident;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Every query of a dashboard is read, so that every one is run. */
class DashboardTests {

    @Test
    void aPanelWithTwoQueriesHasBothTried() {
        String json = """
                {"panels": [{"title": "下单", "targets": [{"expr": "a"}, {"expr": "rate(b[$__rate_interval])"}]},
                            {"title": "下单", "targets": [{"expr": "c"}]}]}
                """;
        assertThat(Dashboard.queries(json, "6s").values()).containsExactly("a", "rate(b[6s])", "c");
    }
}
