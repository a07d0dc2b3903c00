package com.example.bookstore.trace;

import jakarta.servlet.ServletRequest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** 一次请求经过的每一站，按发生的顺序。 */
public final class Trace {

    private static final String ATTRIBUTE = Trace.class.getName();

    /** @param thread {@code http}：Tomcat 的线程；{@code task}：Spring 的任务执行器 */
    public record Step(String dispatch, String thread, Station station, String detail) {
    }

    private final String request;
    private final List<Step> steps = Collections.synchronizedList(new ArrayList<>());

    private Trace(String request) {
        this.request = request;
    }

    static void start(ServletRequest request, String line) {
        request.setAttribute(ATTRIBUTE, new Trace(line));
    }

    public static Trace of(ServletRequest request) {
        return (Trace) request.getAttribute(ATTRIBUTE);
    }

    /** 记一站；没有打开追踪的请求什么也不做。 */
    public static void step(ServletRequest request, Station station, String detail) {
        Trace trace = of(request);
        if (trace != null) {
            trace.add(request.getDispatcherType().name(), station, detail);
        }
    }

    /** 拿不到请求对象的地方用：Spring MVC 把当前请求绑在线程上。 */
    public static void step(Station station, String detail) {
        RequestAttributes current = RequestContextHolder.getRequestAttributes();
        if (current instanceof ServletRequestAttributes servlet) {
            step(servlet.getRequest(), station, detail);
        }
    }

    public void add(String dispatch, Station station, String detail) {
        String thread = Thread.currentThread().getName().replaceAll("[-\\d].*", "");
        steps.add(new Step(dispatch, thread, station, detail));
    }

    public List<Step> steps() {
        return List.copyOf(steps);
    }

    /** 按段打印；两个线程同时进行的段不交错。 */
    @Override
    public String toString() {
        Map<String, StringBuilder> legs = new LinkedHashMap<>();
        for (Step step : steps()) {
            legs.computeIfAbsent(step.dispatch() + "，" + step.thread() + " 线程",
                    leg -> new StringBuilder()).append("  ").append(step.station().label())
                    .append("  ").append(step.detail()).append('\n');
        }
        StringBuilder text = new StringBuilder(request).append('\n');
        legs.forEach((leg, lines) -> text.append("--- ").append(leg).append('\n').append(lines));
        return text.toString();
    }
}
