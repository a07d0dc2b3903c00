package com.example.bookstore.trace;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

import org.springframework.web.filter.OncePerRequestFilter;

// region filter
class TraceFilter extends OncePerRequestFilter {

    private final String name;

    TraceFilter(String name) {
        this.name = name;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Trace.step(request, Station.FILTER, name + " 进");
        if (name.equals(request.getHeader("X-Break"))) {
            throw new IllegalStateException("过滤器" + name + "坏了");
        }
        try {
            chain.doFilter(request, response);
        }
        finally {
            Trace.step(request, Station.FILTER, name + " 出");
        }
    }
}
// endregion filter
