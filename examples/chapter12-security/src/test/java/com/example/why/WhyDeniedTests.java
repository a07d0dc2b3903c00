package com.example.why;

import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

import static org.assertj.core.api.Assertions.assertThat;

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
