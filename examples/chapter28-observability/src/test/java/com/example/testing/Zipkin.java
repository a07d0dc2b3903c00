package com.example.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

import com.example.book.parts.ZipkinServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Zipkin shows of a trace that was handed to it. */
public final class Zipkin {

    private Zipkin() {
    }

    /** Hands the trace to Zipkin and asks for it by its id: the same spans, each below the same one. */
    public static void showsTheSame(ZipkinServer zipkin, List<Otlp.Span> trace)
            throws IOException, InterruptedException {
        Otlp.toZipkin(trace, zipkin.spansEndpoint());
        JsonNode shown = Poll.until("Zipkin 里的追踪", () -> {
            JsonNode spans = JsonMapper.shared()
                    .readTree(zipkin.get("/api/v2/trace/" + trace.getFirst().traceId()));
            return spans.size() < trace.size() ? null : spans;
        });
        assertThat(shown.valueStream().map(span -> span(span.path("traceId").asString(), span.path("id").asString(),
                span.path("parentId").asString(""), span.path("localEndpoint").path("serviceName").asString(),
                span.path("name").asString())))
                .containsExactlyInAnyOrderElementsOf(trace.stream().map(span -> span(span.traceId(), span.id(),
                        span.parentId(), span.service(), span.name())).toList());
    }

    /** Zipkin writes names in lower case. */
    private static String span(String traceId, String id, String parentId, String service, String name) {
        return String.join(" ", traceId, id, "<", parentId, service, name).toLowerCase(Locale.ROOT);
    }
}
