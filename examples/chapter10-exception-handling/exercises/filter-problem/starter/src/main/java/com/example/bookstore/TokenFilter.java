package com.example.bookstore;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

// region filter
@Component
class TokenFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String token = request.getHeader("X-Token");
        if (token != null && !token.matches("[0-9a-f]{8}")) {
            throw new InvalidTokenException("X-Token 是八位十六进制");
        }
        chain.doFilter(request, response);
    }
}
// endregion filter
