package com.example.specimen;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Packs what was ordered, when the message comes. */
@SpringBootApplication
public class Messages {

    public static final String QUEUE = "ch28.packing";

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final Tracer tracer;

    Messages(Tracer tracer) {
        this.tracer = tracer;
    }

    @Bean
    Queue packing() {
        return new Queue(QUEUE, false, true, true);
    }

    @RabbitListener(queues = QUEUE)
    void pack(String book) {
        seen.add(traceId());
    }

    /** The id of the trace that this thread works for. */
    public String traceId() {
        Span span = tracer.currentSpan();
        return span == null ? "没有" : span.context().traceId();
    }

    public BlockingQueue<String> seen() {
        return seen;
    }
}
