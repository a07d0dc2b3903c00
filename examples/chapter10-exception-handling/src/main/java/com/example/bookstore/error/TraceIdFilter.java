package com.example.bookstore.error;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.slf4j.MDC;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** 给每个请求一个 traceId：进日志（MDC）、进响应头、进错误响应。 */
// region filter
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class TraceIdFilter extends OncePerRequestFilter {

    private static final String ATTRIBUTE = TraceIdFilter.class.getName();

    /** 只认 W3C 格式：别的内容一旦进了日志，就是别人能写你的日志；全是 0 的编号无效。 */
    private static final Pattern TRACEPARENT = Pattern.compile(
            "00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private final Supplier<String> newTraceId;

    public TraceIdFilter(Supplier<String> newTraceId) {
        this.newTraceId = newTraceId;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // 请求属性跟着请求走，转到 /error 或换线程之后还在；MDC 跟着线程走
        if (request.getAttribute(ATTRIBUTE) == null) {
            request.setAttribute(ATTRIBUTE, traceId(request));
        }
        String traceId = current(request);
        response.setHeader("X-Trace-Id", traceId);
        MDC.put("traceId", traceId);
        try {
            chain.doFilter(request, response);
        }
        finally {
            MDC.remove("traceId");
        }
    }

    // highlight-start
    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }
    // highlight-end

    public static String current(ServletRequest request) {
        return (String) request.getAttribute(ATTRIBUTE);
    }

    private String traceId(HttpServletRequest request) {
        String header = request.getHeader("traceparent");
        Matcher matcher = TRACEPARENT.matcher(header == null ? "" : header);
        return matcher.matches() ? matcher.group(1) : newTraceId.get();
    }
}
// endregion filter
