package com.example.why;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;

/**
 * 一个请求为什么进不来：走到哪条链、停在哪个过滤器、哪条规则说了什么。
 * 请求不会到达控制器。
 */
public final class WhyDenied {

    private final FilterChainProxy proxy;

    public WhyDenied(FilterChainProxy proxy) {
        this.proxy = proxy;
    }

    // region explain
    /** user 是已经登录的人；没有登录就传 null。 */
    public String explain(MockHttpServletRequest request, Authentication user)
            throws Exception {
        List<SecurityFilterChain> chains = proxy.getFilterChains();
        for (int i = 0; i < chains.size(); i++) {
            if (chains.get(i).matches(request)) {
                return run(i + 1, chains.get(i).getFilters(), request, user);
            }
        }
        return "没有一条链认领这个请求：它不受保护\n";
    }

    private String run(int number, List<Filter> filters, MockHttpServletRequest request,
            Authentication user) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        if (user != null) {
            new RequestAttributeSecurityContextRepository()
                    .saveContext(new SecurityContextImpl(user), request, response);
        }
        Walk walk = new Walk(filters);
        try {
            walk.doFilter(request, response);
        }
        finally {
            SecurityContextHolder.clearContext();
        }
        return walk.report(number, response.getStatus());
    }
    // endregion explain

    // region walk
    /** 逐个执行过滤器，记住最后进去的是哪一个。 */
    private static final class Walk implements FilterChain {

        private final List<Filter> filters;
        private int next;
        private String rule = "";

        Walk(List<Filter> filters) {
            this.filters = filters;
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response)
                throws IOException, ServletException {
            if (next < filters.size()) {
                Filter filter = filters.get(next++);
                if (filter instanceof AuthorizationFilter authorization) {
                    Supplier<Authentication> who =
                            () -> SecurityContextHolder.getContext().getAuthentication();
                    AuthorizationResult result = authorization.getAuthorizationManager()
                            .authorize(who, (HttpServletRequest) request);
                    rule = "规则：%s%n身份：%s%n".formatted(result, name(who.get()));
                }
                filter.doFilter(request, response, this);
            }
            else {
                next++;
            }
        }

        // endregion walk

        String report(int number, int status) {
            String where = next > filters.size() ? "放行，交给控制器"
                    : "停在 %s（第 %d 个，共 %d 个），响应 %d".formatted(
                            filters.get(next - 1).getClass().getSimpleName(), next, filters.size(), status);
            return "第 %d 条链%n%s%n%s".formatted(number, where, rule);
        }

        private static String name(Authentication who) {
            return who == null ? "没有" : who.getName() + " " + who.getAuthorities();
        }
    }
}
