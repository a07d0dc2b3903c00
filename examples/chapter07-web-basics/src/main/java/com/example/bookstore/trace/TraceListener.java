package com.example.bookstore.trace;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** 容器给的最外层：请求到达时建一张表，请求真正结束时打印它。 */
@Component
class TraceListener implements ServletRequestListener {

    private static final Logger log = LoggerFactory.getLogger(TraceListener.class);

    private final ApplicationEventPublisher events;

    TraceListener(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
        if (request.getHeader("X-Trace") != null) {
            Trace.start(request, request.getMethod() + " " + request.getRequestURI());
        }
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
        Trace trace = Trace.of(event.getServletRequest());
        if (trace != null) {
            log.info("\n{}", trace);
            events.publishEvent(trace);
        }
    }
}
