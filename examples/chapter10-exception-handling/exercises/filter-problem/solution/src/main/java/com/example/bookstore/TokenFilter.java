package com.example.bookstore;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

// region filter
@Component
class TokenFilter extends OncePerRequestFilter {

    private final HandlerExceptionResolver resolver;

    // 容器里有两个 HandlerExceptionResolver，advice 归这一个管
    TokenFilter(
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String token = request.getHeader("X-Token");
        if (token != null && !token.matches("[0-9a-f]{8}")) {
            var ex = new InvalidTokenException("X-Token 是八位十六进制");
            if (resolver.resolveException(request, response, null, ex) == null) {
                throw ex;
            }
            return;
        }
        chain.doFilter(request, response);
    }
}
// endregion filter
