package com.example.why;

import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;

import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManagerFactories;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.util.matcher.RegexRequestMatcher;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@SpringBootTest(classes = BookstoreApplication.class)
@DisplayName("WhyDenied")
class WhyDeniedTests {

    @Autowired
    FilterChainProxy proxy;

    @Test
    @DisplayName("缺 CSRF 令牌停在 CsrfFilter，角色不对停在 AuthorizationFilter，没登录也是它")
    void explains() throws Exception {
        Authentication alice = new TestingAuthenticationToken("alice", null, "ROLE_CUSTOMER");
        String csrf = explain("POST", "/books", alice);
        String role = explain("POST", "/api/books", alice);
        String anonymous = explain("GET", "/api/orders/1", null);
        String allowed = explain("GET", "/books", null);
        assertThat(csrf).contains("停在 CsrfFilter").contains("403");
        assertThat(role).contains("停在 AuthorizationFilter").contains("403").contains("ROLE_STAFF");
        assertThat(anonymous).contains("停在 AuthorizationFilter").contains("401");
        assertThat(allowed).contains("放行");
        assertThat(role).doesNotContain("hasAll");
        try (var several = new AnnotationConfigWebApplicationContext()) {
            several.setServletContext(new MockServletContext());
            several.register(Auditors.class);
            several.refresh();
            WhyDenied why = new WhyDenied(several.getBean(FilterChainProxy.class));
            String both = why.explain(new MockHttpServletRequest("GET", "/audit"), alice);
            assertThat(both).contains("[ROLE_STAFF, ROLE_AUDITOR]", "hasAllRoles", "要全都有");
            Authentication sam = new TestingAuthenticationToken("sam", null, "ROLE_STAFF");
            assertThat(why.explain(new MockHttpServletRequest("GET", "/audit"), sam))
                    .contains("有其中一个权限 [ROLE_AUDITOR]").doesNotContain("hasAllRoles");
        }
        Recording.check("why-denied.txt", """
                alice POST /books
                %s
                alice POST /api/books
                %s
                没登录 GET /api/orders/1
                %s
                没登录 GET /books
                %s""".formatted(csrf, role, anonymous, allowed));
    }

    @Test
    @DisplayName("denyAll 不问是谁：不能叫人先登录")
    void deniesEverybody() throws Exception {
        try (var closed = new AnnotationConfigWebApplicationContext()) {
            closed.setServletContext(new MockServletContext());
            closed.register(Closed.class);
            closed.refresh();
            WhyDenied why = new WhyDenied(closed.getBean(FilterChainProxy.class));
            Authentication sam = new TestingAuthenticationToken("sam", null, "ROLE_STAFF");
            assertThat(why.explain(new MockHttpServletRequest("GET", "/internal"), null))
                    .contains("停在 AuthorizationFilter", "登录也没有用").doesNotContain("先登录");
            assertThat(why.explain(new MockHttpServletRequest("GET", "/internal"), sam)).contains("登录也没有用");
        }
    }

    @Test
    @DisplayName("问完之后，当前线程里的身份还是原来的")
    void keepsContext() throws Exception {
        Authentication sam = new TestingAuthenticationToken("sam", null, "ROLE_STAFF");
        SecurityContextHolder.getContext().setAuthentication(sam);
        try {
            explain("GET", "/api/orders/1", null);
            assertThat(SecurityContextHolder.getContext().getAuthentication()).isSameAs(sam);
        }
        finally {
            SecurityContextHolder.clearContext();
        }
    }

    @Test
    @DisplayName("同一个请求先问 sam、再问没登录的人：第二次不沿用 sam；查询参数写在地址里，当场报错")
    void asksAgain() throws Exception {
        WhyDenied why = new WhyDenied(proxy);
        Authentication sam = new TestingAuthenticationToken("sam", null, "ROLE_STAFF");
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/orders/1");
        assertThat(why.explain(request, sam)).contains("放行");
        assertThat(why.explain(request, null)).contains("停在 AuthorizationFilter", "401", "先登录");
        assertThatThrownBy(() -> why.explain(new MockHttpServletRequest("GET", "/books?page=1"), null))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("/books?page=1");
    }

    @Test
    @DisplayName("真的项目里的链：只看会话的、装了 Actuator 的、按正则写规则的、关了匿名的、规则读不到的、过滤器自己抛异常的")
    void chainsOfRealProjects() throws Exception {
        Authentication alice = new TestingAuthenticationToken("alice", null, "ROLE_CUSTOMER");
        assertThat(explainIn(Sessions.class, "/x", alice)).contains("身份：alice [ROLE_CUSTOMER]", "[ROLE_STAFF]")
                .doesNotContain("先登录");
        assertThat(explainIn(Observed.class, "/x", alice)).contains("规则：第 1 条，共 1 条：any request");
        assertThat(explainIn(Regexes.class, "/reports/2026", alice)).contains("放行");
        assertThat(explainIn(Nobody.class, "/x", null)).contains("401", "先登录");
        assertThat(explainIn(OwnRule.class, "/x", alice)).contains("停在 AuthorizationFilter", "规则：看不出是哪一条（");
        assertThat(explainIn(HandMade.class, "/x", alice)).contains("停在 TokenFilter（第 ",
                "抛出 java.lang.IllegalStateException: 令牌过期");
    }

    @Test
    @DisplayName("多因素的规则：说出缺的是哪个因素")
    void factors() throws Exception {
        Authentication sam = new TestingAuthenticationToken("sam", null, "ROLE_STAFF",
                FactorGrantedAuthority.PASSWORD_AUTHORITY);
        assertThat(explainIn(TwoFactors.class, "/x", sam))
                .contains("missing=[FACTOR_OTT]", "办法：用缺的办法再登录一次 [FACTOR_OTT]");
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class TwoFactors {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            var both = AuthorizationManagerFactories.multiFactor().requireFactors(
                    FactorGrantedAuthority.PASSWORD_AUTHORITY, FactorGrantedAuthority.OTT_AUTHORITY).build();
            return http.authorizeHttpRequests(rules -> rules.anyRequest().access(both.hasRole("STAFF"))).build();
        }
    }

    private static String explainIn(Class<?> config, String path, Authentication user) throws Exception {
        try (var context = new AnnotationConfigWebApplicationContext()) {
            context.setServletContext(new MockServletContext());
            context.register(config);
            context.refresh();
            return new WhyDenied(context.getBean(FilterChainProxy.class))
                    .explain(new MockHttpServletRequest("GET", path), user);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Sessions {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.securityContext(context -> context
                    .securityContextRepository(new HttpSessionSecurityContextRepository()))
                    .authorizeHttpRequests(rules -> rules.anyRequest().hasRole("STAFF")).build();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Observed {

        @Bean
        ObservationRegistry observations() {
            ObservationRegistry observations = ObservationRegistry.create();
            observations.observationConfig().observationHandler(context -> true);
            return observations;
        }

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().hasRole("STAFF")).build();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Regexes {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(rules -> rules
                    .requestMatchers(RegexRequestMatcher.regexMatcher("/reports/\\d+")).authenticated()
                    .anyRequest().denyAll()).build();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Nobody {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.anonymous(anonymous -> anonymous.disable()).httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules.anyRequest().hasRole("STAFF")).build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class HandMade {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.addFilterBefore(new TokenFilter(), AuthorizationFilter.class)
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated()).build();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class OwnRule {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.addFilter(new AuthorizationFilter((who, request) -> new AuthorizationDecision(false))).build();
        }
    }

    static class TokenFilter implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
            throw new IllegalStateException("令牌过期");
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Auditors {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().hasAllRoles("STAFF", "AUDITOR")).build();
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Closed {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().denyAll()).build();
        }
    }

    private String explain(String method, String path, Authentication user) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest(method, path);
        request.setServletPath(path);
        return new WhyDenied(proxy).explain(request, user);
    }
}
