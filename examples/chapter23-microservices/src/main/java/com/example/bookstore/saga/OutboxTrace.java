package com.example.bookstore.saga;

import java.util.HashMap;
import java.util.Map;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** 让一条写进数据库的命令，做的时候还接着下单时的追踪。 */
@Component
public class OutboxTrace {

    private static final String HEADER = "traceparent";

    private final Tracer tracer;
    private final Propagator propagator;

    OutboxTrace(Tracer tracer, Propagator propagator) {
        this.tracer = tracer;
        this.propagator = propagator;
    }

    // region trace
    /** 现在的追踪上下文，写成 HTTP 头 traceparent 的样子；没有追踪就是 null。 */
    public @Nullable String current() {
        Span span = tracer.currentSpan();
        if (span == null) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        propagator.inject(span.context(), headers, Map::put);
        return headers.get(HEADER);
    }

    /** 接着那一段做；没有记下来的，就是新的一段。 */
    public void continueFrom(@Nullable String traceparent, String name, Runnable work) {
        Map<String, String> headers = traceparent == null
                ? Map.of() : Map.of(HEADER, traceparent);
        Span span = propagator.extract(headers, Map::get).name(name).start();
        try (Tracer.SpanInScope scope = tracer.withSpan(span)) {
            work.run();
        }
        finally {
            span.end();
        }
    }
    // endregion trace
}
