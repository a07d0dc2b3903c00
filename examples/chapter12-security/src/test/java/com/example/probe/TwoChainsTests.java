package com.example.probe;

import java.net.URI;
import java.util.List;

import com.example.book.Recording;
import jakarta.servlet.http.Cookie;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.config.Customizer;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.options;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;

@DisplayName("两条链的顺序、预检、防火墙")
class TwoChainsTests {

    @Test
    @DisplayName("不限路径的链排在前面：启动失败")
    void unreachable() {
        Throwable failure = catchThrowable(() -> context(Base.class, AnyFirst.class).close());
        assertThat(failure).isNotNull();
        String message = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
        assertThat(message).contains("any request");
        Recording.check("unreachable-chain.txt", message
                .replaceAll("having filters \\[[^\\]]*\\]", "having filters […]") + "\n");
    }

    @Test
    @DisplayName("宽的在前、窄的在后，都限了路径：启动成功，窄的没有作用；只换顺序，就有作用")
    void shadowed() throws Exception {
        try (var context = context(Base.class, BroadFirst.class)) {
            assertThat(status(context)).isEqualTo(404);
        }
        // the same two chains, each with its own paths: only their order is changed
        try (var context = context(Base.class, BroadLast.class)) {
            assertThat(status(context)).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("没有 cors()：预检得到 401")
    void preflight() throws Exception {
        try (var context = context(Base.class, NarrowFirst.class)) {
            int status = mvc(context).perform(options("/api/orders/1")
                    .header(HttpHeaders.ORIGIN, "https://shop.example.com")
                    .header(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD, "DELETE"))
                    .andReturn().getResponse().getStatus();
            assertThat(status).isEqualTo(401);
        }
    }

    @Test
    @DisplayName("防火墙：这些地址与方法还没到规则，就是 400")
    void firewall() throws Exception {
        StringBuilder table = new StringBuilder();
        try (var context = context(Base.class, NarrowFirst.class)) {
            for (String path : new String[] {"/books//1", "/books;v=1", "/books/%2e%2e/admin", "/books%2F1",
                    "/books%251", "/books%00"}) {
                int status = mvc(context).perform(get(URI.create("http://localhost" + path)).with(user("alice")))
                        .andReturn().getResponse().getStatus();
                assertThat(status).as(path).isEqualTo(400);
                table.append("%d  GET %s%n".formatted(status, path));
            }
            int trace = mvc(context).perform(request(HttpMethod.valueOf("FOO"), "/books").with(user("alice")))
                    .andReturn().getResponse().getStatus();
            assertThat(trace).isEqualTo(400);
            table.append("%d  FOO /books%n".formatted(trace));
        }
        Recording.check("firewall.txt", table.toString());
    }

    @Test
    @DisplayName("写了 cors()，名单的 Bean 换了名字：预检没有允许的头；叫 corsConfigurationSource 才有")
    void corsBeanName() throws Exception {
        try (var context = context(Base.class, CorsChain.class, Misnamed.class)) {
            assertThat(allowed(context)).isNull();
        }
        try (var context = context(Base.class, CorsChain.class, WellNamed.class)) {
            assertThat(allowed(context)).isEqualTo("https://shop.example.com");
        }
    }

    private static String allowed(AnnotationConfigWebApplicationContext context) throws Exception {
        return mvc(context).perform(options("/api/orders/1")
                .header(HttpHeaders.ORIGIN, "https://shop.example.com")
                .header(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD, "GET"))
                .andReturn().getResponse().getHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN);
    }

    @Test
    @DisplayName("csrf.spa()：Cookie 里有令牌，放进 X-XSRF-TOKEN 头就通过；不放是 403")
    void spa() throws Exception {
        try (var context = context(Base.class, SpaChain.class)) {
            MockMvc mvc = mvc(context);
            Cookie token = mvc.perform(get("/x").with(user("alice"))).andReturn().getResponse().getCookie("XSRF-TOKEN");
            assertThat(token).isNotNull();
            assertThat(token.isHttpOnly()).isFalse();
            assertThat(mvc.perform(post("/x").with(user("alice")).cookie(token).header("X-XSRF-TOKEN", token.getValue()))
                    .andReturn().getResponse().getStatus()).isEqualTo(404);
            assertThat(mvc.perform(post("/x").with(user("alice")).cookie(token))
                    .andReturn().getResponse().getStatus()).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("写着 permitAll，仍然 403：POST 没带 CSRF 令牌；或者方法上还有 @PreAuthorize")
    void permittedAndStill403() throws Exception {
        try (var context = context(Base.class, Permitted.class, Subscriptions.class)) {
            MockMvc mvc = mvc(context);
            int withoutToken = mvc.perform(post("/subscribe").with(user("alice"))).andReturn().getResponse().getStatus();
            int withToken = mvc.perform(post("/subscribe").with(user("alice")).with(csrf()))
                    .andReturn().getResponse().getStatus();
            int method = mvc.perform(get("/subscribers").with(user("alice"))).andReturn().getResponse().getStatus();
            assertThat(withoutToken).isEqualTo(403);
            assertThat(withToken).isEqualTo(200);
            assertThat(method).isEqualTo(403);
            Recording.check("permitted-403.txt", """
                    %d  POST /subscribe    没带 CSRF 令牌
                    %d  POST /subscribe    带了
                    %d  GET  /subscribers  地址放行，方法上有 @PreAuthorize
                    """.formatted(withoutToken, withToken, method));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Permitted {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(rules -> rules
                    .anyRequest().permitAll()).build();
        }
    }

    @RestController
    static class Subscriptions {

        @PostMapping("/subscribe")
        String subscribe() {
            return "好";
        }

        @GetMapping("/subscribers")
        @PreAuthorize("hasRole('STAFF')")
        String subscribers() {
            return "名单";
        }
    }

    private static int status(AnnotationConfigWebApplicationContext context) throws Exception {
        return mvc(context).perform(get("/api/admin/x").with(user("alice").roles("CUSTOMER")))
                .andReturn().getResponse().getStatus();
    }

    private static AnnotationConfigWebApplicationContext context(Class<?>... config) {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.setServletContext(new MockServletContext());
        context.register(config);
        context.refresh();
        return context;
    }

    private static MockMvc mvc(AnnotationConfigWebApplicationContext context) {
        return MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Base {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AnyFirst {

        @Bean
        @Order(1)
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().authenticated()).build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return http.securityMatcher("/api/**")
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().hasRole("STAFF")).build();
        }
    }

    // region broad-first
    @Configuration(proxyBeanMethods = false)
    static class BroadFirst {

        @Bean
        @Order(1)
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return http.securityMatcher("/api/**").httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().authenticated()).build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain admin(HttpSecurity http) throws Exception {
            return http.securityMatcher("/api/admin/**")
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().hasRole("STAFF")).build();
        }
    }
    // endregion broad-first

    @Configuration(proxyBeanMethods = false)
    static class BroadLast {

        private final BroadFirst chains = new BroadFirst();

        @Bean
        @Order(2)
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return chains.api(http);
        }

        @Bean
        @Order(1)
        SecurityFilterChain admin(HttpSecurity http) throws Exception {
            return chains.admin(http);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NarrowFirst {

        @Bean
        @Order(2)
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return http.httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().authenticated()).build();
        }

        @Bean
        @Order(1)
        SecurityFilterChain admin(HttpSecurity http) throws Exception {
            return http.securityMatcher("/api/admin/**")
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules
                            .anyRequest().hasRole("STAFF")).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CorsChain {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.cors(Customizer.withDefaults())
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated()).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Misnamed {

        @Bean
        CorsConfigurationSource frontEnd() {
            return source();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WellNamed {

        @Bean
        CorsConfigurationSource corsConfigurationSource() {
            return source();
        }
    }

    private static CorsConfigurationSource source() {
        CorsConfiguration frontEnd = new CorsConfiguration();
        frontEnd.setAllowedOrigins(List.of("https://shop.example.com"));
        UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/**", frontEnd);
        return source;
    }

    @Configuration(proxyBeanMethods = false)
    static class SpaChain {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.spa())
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated()).build();
        }
    }
}
