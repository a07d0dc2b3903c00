package com.example.dispatch;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** 一个过滤器什么也不放行；一个数请求的排在它前面，一个没有写顺序。 */
@EnableAutoConfiguration
class Gate {

    final AtomicInteger first = new AtomicInteger();

    final AtomicInteger unordered = new AtomicInteger();

    @Bean
    Filter unordered() {
        return counting(unordered);
    }

    /** Spring Security 的过滤器链默认也排在 -100。 */
    @Bean
    FilterRegistrationBean<Filter> refusing() {
        return at(-100, (request, response, chain) -> ((HttpServletResponse) response).setStatus(403));
    }

    @Bean
    FilterRegistrationBean<Filter> first() {
        return at(Ordered.HIGHEST_PRECEDENCE, counting(first));
    }

    private static FilterRegistrationBean<Filter> at(int order, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        return registration;
    }

    private static Filter counting(AtomicInteger requests) {
        return (request, response, chain) -> {
            requests.incrementAndGet();
            chain.doFilter(request, response);
        };
    }
}
