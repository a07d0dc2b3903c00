package com.example.why;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
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
import org.springframework.security.authorization.FactorAuthorizationDecision;
import org.springframework.security.authorization.ObservationAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestMatcherDelegatingAuthorizationManager;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcherEntry;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.util.UriUtils;

/**
 * 一个请求为什么进不来：走到哪条链、停在哪个过滤器、哪条规则说了什么。
 * 请求不会到达控制器。
 */
public final class WhyDenied {

    private static final String IDENTITY =
            RequestAttributeSecurityContextRepository.DEFAULT_REQUEST_ATTR_NAME;

    private final FilterChainProxy proxy;

    public WhyDenied(FilterChainProxy proxy) {
        this.proxy = proxy;
    }

    /** user 是已经登录的人；没有登录就传 null。 */
    public String explain(MockHttpServletRequest request, Authentication user) {
        likeTomcat(request);
        List<SecurityFilterChain> chains = proxy.getFilterChains();
        for (int i = 0; i < chains.size(); i++) {
            if (chains.get(i).matches(request)) {
                return run(i + 1, chains.get(i).getFilters(), request, user);
            }
        }
        return "没有一条链认领这个请求：它不受保护\n";
    }

    private String run(int number, List<Filter> filters, MockHttpServletRequest request,
            Authentication user) {
        MockHttpServletResponse response = new MockHttpServletResponse();
        // 同一个请求再问一次时，上一次的身份不能留着
        request.setAttribute(IDENTITY, user == null ? null : new SecurityContextImpl(user));
        SecurityContext before = SecurityContextHolder.getContext();
        Walk walk = new Walk(filters, user);
        try {
            walk.doFilter(request, response);
        }
        catch (Exception ex) { // 没有人接住的异常，例如手写的过滤器抛的
            walk.failure = ex;
        }
        finally {
            SecurityContextHolder.setContext(before);
        }
        return walk.report(number, response.getStatus());
    }

    /** Tomcat 会填好 servletPath，正则的规则看它；MockHttpServletRequest 不填。 */
    private static void likeTomcat(MockHttpServletRequest request) {
        String path = request.getRequestURI();
        if (path.contains("?")) {
            throw new IllegalArgumentException("查询参数用 setParameter 写，不写在地址里：" + path);
        }
        if (request.getServletPath().isEmpty() && request.getPathInfo() == null
                && path.startsWith(request.getContextPath())) {
            request.setServletPath(UriUtils.decode(
                    path.substring(request.getContextPath().length()), StandardCharsets.UTF_8));
        }
    }

    /** 逐个执行过滤器，记住最后进去的是哪一个。 */
    private static final class Walk implements FilterChain {

        private final List<Filter> filters;
        private final Authentication user;
        private int next;
        private String rule = "";
        private AuthorizationResult result;
        private String login = "";
        private Exception failure;

        Walk(List<Filter> filters, Authentication user) {
            this.filters = filters;
            this.user = user;
        }

        /** 每进一个过滤器加一；没有再往里走的，就停在最后进去的那一个。 */
        @Override
        public void doFilter(ServletRequest request, ServletResponse response)
                throws IOException, ServletException {
            if (user != null && next > 0
                    && filters.get(next - 1) instanceof SecurityContextHolderFilter) {
                // 链可能换了存身份的地方，例如只看会话
                SecurityContextHolder.setContext(new SecurityContextImpl(user));
            }
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
                            answer(result), name(who.get()));
                }
                filter.doFilter(request, response, this);
            }
            else {
                next++;
            }
        }

        String report(int number, int status) {
            String where = next > filters.size() ? "放行，交给控制器"
                    : "停在 %s（第 %d 个，共 %d 个）".formatted(
                            name(filters.get(next - 1)), next, filters.size());
            if (failure != null) {
                where += "，抛出 " + failure;
            }
            else if (next <= filters.size()) {
                where += "，响应 " + status;
            }
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
            if (result instanceof FactorAuthorizationDecision factors && !factors.isGranted()) {
                return "办法：用缺的办法再登录一次 %s%n".formatted(missing(factors));
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
            Authentication asking = who.get(); // 链上关了匿名的，是 null
            return asking == null || asking instanceof AnonymousAuthenticationToken
                    ? "先登录，再看规则" : "";
        }

        /** 规则的名单是私有的字段，所以用反射；看不到时照实说。 */
        private static String rule(Object manager, HttpServletRequest request) {
            if (manager instanceof ObservationAuthorizationManager) {
                // 有 Actuator 的应用，外面包着一层
                return rule(field(manager, "delegate"), request);
            }
            if (!(manager instanceof RequestMatcherDelegatingAuthorizationManager)) {
                return "看不出是哪一条（" + name(manager) + "）";
            }
            if (!(field(manager, "mappings") instanceof List<?> mappings)) {
                return "看不出是哪一条（没有 mappings 字段）";
            }
            for (int i = 0; i < mappings.size(); i++) {
                RequestMatcher matcher = ((RequestMatcherEntry<?>) mappings.get(i)).getRequestMatcher();
                if (matcher.matches(request)) {
                    return "第 %d 条，共 %d 条：%s".formatted(i + 1, mappings.size(), matcher);
                }
            }
            return "没有一条对得上";
        }

        /** 多因素的回答自己没有 toString。 */
        private static String answer(AuthorizationResult result) {
            return result instanceof FactorAuthorizationDecision factors
                    ? "FactorAuthorizationDecision [granted=%s, missing=%s]"
                            .formatted(factors.isGranted(), missing(factors))
                    : String.valueOf(result);
        }

        private static List<String> missing(FactorAuthorizationDecision factors) {
            return factors.getFactorErrors().stream()
                    .map(error -> error.getRequiredFactor().getAuthority()).toList();
        }

        private static Object field(Object owner, String name) {
            Field field = ReflectionUtils.findField(owner.getClass(), name);
            if (field == null) {
                return null;
            }
            ReflectionUtils.makeAccessible(field);
            return ReflectionUtils.getField(field, owner);
        }

        /** 匿名类与 lambda 没有简短的名字，写全名。 */
        private static String name(Object part) {
            if (part == null) {
                return "没有";
            }
            String simple = part.getClass().getSimpleName();
            return simple.isEmpty() ? part.getClass().getName() : simple;
        }

        private static String name(Authentication who) {
            return who == null ? "没有" : who.getName() + " " + who.getAuthorities();
        }
    }
}
