package com.example.bookstore;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.annotation.PostConstruct;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Counts requests and says so in a header. */
@Component
public class RequestCounter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(RequestCounter.class);

    private final AtomicLong count = new AtomicLong();

    @PostConstruct
    void ready() {
        log.info("开始数请求");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("X-Request-Count", Long.toString(count.incrementAndGet()));
        chain.doFilter(request, response);
    }
}
