package com.example.why;

import java.io.IOException;
import java.lang.reflect.Field;
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
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestMatcherDelegatingAuthorizationManager;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcherEntry;
import org.springframework.util.ReflectionUtils;

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
        SecurityContext before = SecurityContextHolder.getContext();
        Walk walk = new Walk(filters);
        try {
            walk.doFilter(request, response);
        }
        finally {
            SecurityContextHolder.setContext(before);
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
        private AuthorizationResult result;
        private String login = "";

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
                    result = authorization.getAuthorizationManager()
                            .authorize(who, (HttpServletRequest) request);
                    login = login(authorization, (HttpServletRequest) request, who);
                    rule = "规则：%s%n回答：%s%n身份：%s%n".formatted(
                            rule(authorization.getAuthorizationManager(),
                                    (HttpServletRequest) request),
                            result, name(who.get()));
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
            return "第 %d 条链%n%s%n%s%s".formatted(number, where, rule, way());
        }

        /** 怎样才过得去；说不准的就不说。 */
        private String way() {
            if (next > filters.size()) {
                return "";
            }
            Filter last = filters.get(next - 1);
            if (last instanceof CsrfFilter) {
                return "办法：带上 CSRF 令牌%n".formatted();
            }
            if (last instanceof AuthorizationFilter && !login.isEmpty()) {
                return "办法：%s%n".formatted(login);
            }
            if (result instanceof AuthorityAuthorizationDecision needed && !needed.isGranted()) {
                // 几个权限是要一个还是要全部，从回答里看不出来
                return "办法：有其中一个权限 %s%s%n".formatted(needed.getAuthorities(),
                        needed.getAuthorities().size() == 1 ? ""
                                : "；规则是 hasAllRoles、hasAllAuthorities 的，要全都有");
            }
            return "";
        }

        /** 登录有没有用；已经登录、规则又看身份的，不在这里说。 */
        private static String login(AuthorizationFilter filter, HttpServletRequest request,
                Supplier<Authentication> who) {
            boolean[] asked = new boolean[1];
            filter.getAuthorizationManager().authorize(() -> {
                asked[0] = true;
                return who.get();
            }, request);
            if (!asked[0]) {
                return "没有问是谁就拒绝了（denyAll、没有规则匹配、看地址的规则），登录也没有用";
            }
            return who.get() instanceof AnonymousAuthenticationToken ? "先登录，再看规则" : "";
        }

        /** 规则的名单是私有的字段，所以用反射；看不到时照实说。 */
        private static String rule(Object manager, HttpServletRequest request) {
            if (!(manager instanceof RequestMatcherDelegatingAuthorizationManager)) {
                return "看不出是哪一条（" + manager.getClass().getSimpleName() + "）";
            }
            Field field = ReflectionUtils.findField(manager.getClass(), "mappings");
            if (field == null) {
                return "看不出是哪一条（没有 mappings 字段）";
            }
            ReflectionUtils.makeAccessible(field);
            List<?> mappings = (List<?>) ReflectionUtils.getField(field, manager);
            for (int i = 0; i < mappings.size(); i++) {
                RequestMatcher matcher = ((RequestMatcherEntry<?>) mappings.get(i)).getRequestMatcher();
                if (matcher.matches(request)) {
                    return "第 %d 条，共 %d 条：%s".formatted(i + 1, mappings.size(), matcher);
                }
            }
            return "没有一条对得上";
        }

        private static String name(Authentication who) {
            return who == null ? "没有" : who.getName() + " " + who.getAuthorities();
        }
    }
}
