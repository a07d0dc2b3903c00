package com.example.incident;

import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Grafana dashboard, read as Grafana reads it, as far as its queries go. */
final class Dashboard {

    private Dashboard() {
    }

    /** The queries by panel, all of them, with Grafana's interval filled in. */
    static Map<String, String> queries(String json, String interval) {
        Map<String, String> queries = new LinkedHashMap<>();
        for (JsonNode panel : JsonMapper.shared().readTree(json).path("panels")) {
            String title = panel.path("title").asString();
            for (JsonNode target : panel.path("targets")) {
                String key = title;
                for (int n = 2; queries.containsKey(key); n++) {
                    key = title + "（" + n + "）";
                }
                queries.put(key, target.path("expr").asString().replace("$__rate_interval", interval));
            }
        }
        return queries;
    }
}
