package com.example.bookstore.error;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Set;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** 只放行已注册的渠道；没带 X-Channel 的不管。 */
// region channel
@Component
public class ChannelFilter extends OncePerRequestFilter {

    private static final Set<String> KNOWN = Set.of("app", "web");

    private final Problems problems;

    public ChannelFilter(Problems problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request,
            HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            check(request.getHeader("X-Channel"));
        }
        catch (BookstoreException ex) {
            problems.write(Problems.of(ex), request, response);
            return;
        }
        chain.doFilter(request, response);
    }

    private static void check(String channel) {
        if ("crash".equals(channel)) {
            throw new IllegalStateException("渠道表读不出来：/etc/bookstore/channels.db");
        }
        if (channel != null && !KNOWN.contains(channel)) {
            throw new BookstoreException(
                    ErrorCode.UNKNOWN_CHANNEL, "X-Channel 只能是 app 或 web");
        }
    }
}
// endregion channel
