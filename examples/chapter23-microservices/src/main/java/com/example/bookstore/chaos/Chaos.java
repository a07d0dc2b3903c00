package com.example.bookstore.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * 按配置给一个进程制造故障：慢、出错、当场死掉。没有 {@code chaos.enabled=true} 就什么也不装。
 * 只在测试和演练里打开它；打开时启动日志里有一条 WARN。
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("chaos.enabled")
@EnableConfigurationProperties(Chaos.Rules.class)
@Order(Ordered.HIGHEST_PRECEDENCE + 2) // 排在 Spring Boot 记录请求的过滤器（+1）里面，制造的慢和错误才记得下来
public class Chaos extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(Chaos.class);
    private static final int KILLED = 137;

    private final List<Rule> rules;
    private final List<AtomicInteger> seen;

    Chaos(Rules rules) {
        this.rules = rules.rules();
        this.seen = this.rules.stream().map(rule -> new AtomicInteger()).toList();
        this.rules.forEach(rule -> log.warn("chaos：{}", rule));
    }

    // region rule
    /**
     * 一条规则。
     *
     * @param path 请求路径的开头，不含 context-path，也不认通配符
     * @param skip 放过前几个请求
     * @param first 之后的几个请求受影响，默认不限
     * @param latency 等多久
     * @param status 不再处理，直接返回这个状态码
     * @param kill 进程当场结束，来不及收尾，相当于 kill -9
     * @param when BEFORE：在处理之前；AFTER：处理完了，响应还没有送完
     */
    public record Rule(String path, @DefaultValue("0") int skip,
            @DefaultValue("2147483647") int first, @DefaultValue("0ms") Duration latency,
            @Nullable Integer status, @DefaultValue("false") boolean kill,
            @DefaultValue("BEFORE") When when) {
        // endregion rule

        public Rule {
            if (path == null || !path.startsWith("/")) {
                throw new IllegalArgumentException("chaos 的 path 要以 / 开头，不是 " + path);
            }
            if (path.matches(".*[*?{].*")) {
                throw new IllegalArgumentException("chaos 的 path 是路径的开头，不认通配符与参数：" + path);
            }
            if (skip < 0 || first < 1 || latency.isNegative()) {
                throw new IllegalArgumentException("chaos 的 skip、latency 不能是负数，first 至少是 1");
            }
            if (status != null && (status < 400 || status > 599)) {
                throw new IllegalArgumentException("chaos 的 status 要在 400 到 599 之间，不是 " + status);
            }
            if (status != null && when == When.AFTER) {
                throw new IllegalArgumentException("chaos 的 status 代替了处理，when 只能是 BEFORE");
            }
            if (!kill && status == null && latency.isZero()) {
                throw new IllegalArgumentException("chaos 的规则什么也不做：写 latency、status 或 kill");
            }
        }

        private boolean hits(int number) {
            return number > skip && number - skip <= first;
        }
    }

    /** 故障发生在处理请求之前还是之后。 */
    public enum When { BEFORE, AFTER }

    /**
     * 全部规则，按配置的顺序，第一条命中的生效。
     *
     * @param rules 至少一条
     */
    @ConfigurationProperties("chaos")
    public record Rules(List<Rule> rules) {

        public Rules {
            if (rules == null || rules.isEmpty()) {
                throw new IllegalArgumentException("chaos.enabled=true，却没有一条 chaos.rules");
            }
            rules = List.copyOf(rules);
        }
    }

    // region filter
    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Rule rule = ruleFor(pathOf(request));
        if (rule == null) {
            chain.doFilter(request, response);
            return;
        }
        if (rule.when() == When.AFTER) {
            chain.doFilter(request, response);
        }
        if (!strike(rule, response) && rule.when() == When.BEFORE) {
            chain.doFilter(request, response);
        }
    }

    /** 返回 true 表示已经写好响应，不用再处理。 */
    private static boolean strike(Rule rule, HttpServletResponse response)
            throws IOException {
        pause(rule.latency());
        if (rule.kill()) {
            Runtime.getRuntime().halt(KILLED); // 不运行关闭钩子，与 kill -9 一样突然
        }
        if (rule.status() != null) {
            response.sendError(rule.status(), "chaos");
            return true;
        }
        return false;
    }
    // endregion filter

    /** 应用里的路径：没有 context-path，中文也已经还原。 */
    private static String pathOf(HttpServletRequest request) {
        return request.getServletPath() + Objects.requireNonNullElse(request.getPathInfo(), "");
    }

    private @Nullable Rule ruleFor(String path) {
        for (int i = 0; i < rules.size(); i++) {
            if (path.startsWith(rules.get(i).path()) && rules.get(i).hits(seen.get(i).incrementAndGet())) {
                return rules.get(i);
            }
        }
        return null;
    }

    private static void pause(Duration latency) throws IOException {
        try {
            Thread.sleep(latency);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException("chaos 的等待被打断", ex);
        }
    }
}
