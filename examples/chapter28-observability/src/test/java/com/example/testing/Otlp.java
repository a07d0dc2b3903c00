package com.example.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import tools.jackson.databind.json.JsonMapper;

/** Receives spans by OTLP over HTTP, as a collector does, and hands them on to Zipkin when asked. */
public final class Otlp implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** One span. Times are in nanoseconds since 1970. */
    public record Span(String service, String traceId, String id, String parentId, String name, String kind,
            long start, long end, Map<String, String> attributes) {

        public long nanos() {
            return end - start;
        }
    }

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final AtomicLong bytes = new AtomicLong();

    public Otlp() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.createContext("/v1/traces", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            bytes.addAndGet(body.length);
            add(ExportTraceServiceRequest.parseFrom(body));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    /** The arguments that make an application send its spans here soon. */
    public String[] arguments() {
        return new String[] {
            "--management.opentelemetry.tracing.export.otlp.endpoint=http://127.0.0.1:"
                    + server.getAddress().getPort() + "/v1/traces",
            "--management.opentelemetry.tracing.export.schedule-delay=100ms"};
    }

    private void add(ExportTraceServiceRequest request) {
        for (ResourceSpans resource : request.getResourceSpansList()) {
            String service = attributes(resource.getResource().getAttributesList()).get("service.name");
            for (ScopeSpans scope : resource.getScopeSpansList()) {
                for (io.opentelemetry.proto.trace.v1.Span span : scope.getSpansList()) {
                    spans.add(new Span(service, hex(span.getTraceId()), hex(span.getSpanId()),
                            hex(span.getParentSpanId()), span.getName(),
                            span.getKind().name().substring("SPAN_KIND_".length()),
                            span.getStartTimeUnixNano(), span.getEndTimeUnixNano(),
                            attributes(span.getAttributesList())));
                }
            }
        }
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        Map<String, String> map = new TreeMap<>();
        list.forEach(entry -> map.put(entry.getKey(), entry.getValue().getStringValue()));
        return map;
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    public List<Span> spans() {
        return List.copyOf(spans);
    }

    public long bytes() {
        return bytes.get();
    }

    public void clear() {
        spans.clear();
        bytes.set(0);
    }

    public List<Span> trace(String traceId) {
        return spans.stream().filter(span -> span.traceId().equals(traceId)).toList();
    }

    /** Waits for the spans of a trace that has so many, at most 60 s. */
    public List<Span> await(int count, Predicate<Span> inTrace) {
        return Poll.until("一条有 " + count + " 段的追踪", () -> spans.stream().filter(inTrace)
                .map(span -> trace(span.traceId())).filter(trace -> trace.size() >= count).findFirst().orElse(null));
    }

    /** The spans as a tree, the one with most time of its own marked. */
    public static String tree(List<Span> trace) {
        Span slowest = trace.stream().max(Comparator.comparingLong(span -> ownNanos(span, trace))).orElseThrow();
        return tree(trace, "", 0, slowest);
    }

    /** Time that none of its children took; the children of this store do not overlap. */
    public static long ownNanos(Span span, List<Span> trace) {
        return span.nanos() - trace.stream().filter(child -> child.parentId().equals(span.id()))
                .mapToLong(Span::nanos).sum();
    }

    private static String tree(List<Span> trace, String parent, int depth, Span marked) {
        List<Span> children = new ArrayList<>(trace.stream()
                .filter(span -> Objects.equals(span.parentId(), parent)).toList());
        children.sort(Comparator.comparingLong(Span::start));
        StringBuilder text = new StringBuilder();
        for (Span span : children) {
            text.append("  ".repeat(depth)).append(span.service()).append("  ").append(span.kind()).append("  ")
                    .append(span.name()).append(span == marked ? "  ← 自己用的时间最多" : "").append('\n')
                    .append(tree(trace, span.id(), depth + 1, marked));
        }
        return text.toString();
    }

    /** Hands the spans of a trace on to Zipkin, in Zipkin's own format. */
    public static void toZipkin(List<Span> trace, String endpoint) throws IOException, InterruptedException {
        List<Map<String, Object>> json = new ArrayList<>();
        for (Span span : trace) {
            Map<String, Object> one = new TreeMap<>(Map.of("traceId", span.traceId(), "id", span.id(),
                    "name", span.name(), "timestamp", span.start() / 1000, "duration", span.nanos() / 1000,
                    "localEndpoint", Map.of("serviceName", span.service()), "tags", span.attributes()));
            if (!span.parentId().isEmpty()) {
                one.put("parentId", span.parentId());
            }
            if (!span.kind().equals("INTERNAL")) {
                one.put("kind", span.kind());
            }
            json.add(one);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(endpoint)).timeout(LIMIT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(json))).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 202) {
                throw new IllegalStateException(answer.statusCode() + " " + answer.body());
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
