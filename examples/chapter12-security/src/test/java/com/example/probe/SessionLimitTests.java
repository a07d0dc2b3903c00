package com.example.probe;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.session.HttpSessionEventPublisher;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.security.SpringSessionBackedSessionRegistry;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/** A real Tomcat: MockHttpSession tells nobody that it has ended. */
@DisplayName("一个人能登录几处")
class SessionLimitTests {

    private final String namespace = "book:ch12:" + UUID.randomUUID();

    @Test
    @DisplayName("上限一处：后来的把先来的挤下去")
    void secondLoginWins() {
        try (var app = run(Limit.class, Users.class)) {
            Browser phone = browser(app);
            Browser laptop = browser(app);
            StringBuilder steps = new StringBuilder();
            steps.append("手机登录    %s%n".formatted(phone.login("alice", "pw").location()));
            steps.append("手机看订单  %s%n".formatted(phone.get("/orders").status()));
            steps.append("电脑登录    %s%n".formatted(laptop.login("alice", "pw").location()));
            steps.append("电脑看订单  %s%n".formatted(laptop.get("/orders").status()));
            Browser.Page kicked = phone.get("/orders");
            assertThat(kicked.body()).startsWith("This session has been expired");
            steps.append("手机看订单  %d%n  %s%n".formatted(kicked.status(), kicked.body()));
            Browser.Page next = phone.get("/orders");
            assertThat(next.location()).endsWith("/login");
            steps.append("手机再看    %s → %s%n".formatted(next.status(), next.location()));
            Recording.check("session-limit.txt", steps.toString());
        }
    }

    @Test
    @DisplayName("被挤下去的请求：写 expiredUrl 是 302，跟着转的脚本最后得到 200 的登录页；自己的 SessionInformationExpiredStrategy 里 setStatus(401)，得到 401")
    void expiredAnswer() {
        try (var app = run(ExpiredPage.class, Users.class)) {
            Browser phone = kickedOut(app);
            Browser.Page kicked = phone.get("/orders");
            assertThat(kicked.status()).isEqualTo(302);
            assertThat(kicked.location()).isEqualTo("/login");
            Browser.Page followed = phone.get(kicked.location());
            assertThat(followed.status()).isEqualTo(200);
            assertThat(followed.body()).contains("name=\"password\"");
        }
        try (var app = run(ExpiredStatus.class, Users.class)) {
            assertThat(kickedOut(app).get("/orders").status()).isEqualTo(401);
        }
    }

    /** Logged in, and again on another device. */
    private static Browser kickedOut(ServletWebServerApplicationContext app) {
        Browser phone = browser(app);
        phone.login("alice", "pw");
        assertThat(phone.get("/orders").body()).contains("算法");
        browser(app).login("alice", "pw");
        return phone;
    }

    @Test
    @DisplayName("先来的优先：后来的登录不了；少了 HttpSessionEventPublisher，先来的退出了也登录不了")
    void firstLoginWins() {
        try (var app = run(FirstWins.class, Users.class)) {
            Browser phone = browser(app);
            assertThat(phone.login("alice", "pw").location()).endsWith("/");
            assertThat(browser(app).login("alice", "pw").location()).endsWith("/login?error");
            phone.logout();
            assertThat(browser(app).login("alice", "pw").location()).endsWith("/login?error");
        }
        try (var app = run(FirstWins.class, Users.class, Publisher.class)) {
            Browser phone = browser(app);
            phone.login("alice", "pw");
            assertThat(browser(app).login("alice", "pw").location()).endsWith("/login?error");
            phone.logout();
            assertThat(browser(app).login("alice", "pw").location()).endsWith("/");
        }
    }

    @Test
    @DisplayName("自己写的 UserDetails 没有 equals：上限没有作用")
    void withoutEquals() {
        try (var app = run(Limit.class, PlainUsers.class)) {
            Browser phone = browser(app);
            phone.login("alice", "pw");
            browser(app).login("alice", "pw");
            assertThat(phone.get("/orders").status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("用 OpenID Connect 登录的人（DefaultOidcUser）：令牌不同的两次登录被当成两个人，上限没有作用；令牌相同才是同一个人。没有令牌的 DefaultOAuth2User，上限有作用")
    void oidcUsers() {
        assertThat(afterSecondLogin(NewTokens.class)).contains("算法");
        assertThat(afterSecondLogin(SameToken.class)).startsWith("This session has been expired");
        assertThat(afterSecondLogin(WithoutTokens.class)).startsWith("This session has been expired");
    }

    /** What the phone sees when alice has logged in a second time, on her laptop. */
    private static String afterSecondLogin(Class<?> tokens) {
        try (var app = run(Limit.class, tokens)) {
            Browser phone = browser(app);
            phone.login("alice", "pw");
            assertThat(phone.get("/orders").body()).contains("算法");
            Browser laptop = browser(app);
            laptop.login("alice", "pw");
            assertThat(laptop.get("/orders").body()).contains("算法");
            return phone.get("/orders").body();
        }
    }

    @Test
    @RequiresService(Service.REDIS)
    @DisplayName("会话放在 Redis、两个实例：上限各数各的，两处都在；到 Redis 里去数，才挤得下去")
    void limitOfTwoInstances() {
        try (var one = inRedis(Limit.class); var two = inRedis(Limit.class)) {
            Browser phone = browser(one);
            phone.login("alice", "pw");
            browser(two).login("alice", "pw");
            assertThat(phone.get("/orders").body()).contains("算法");
            forget(one);
        }
        try (var one = inRedis(SharedLimit.class); var two = inRedis(SharedLimit.class)) {
            Browser phone = browser(one);
            phone.login("alice", "pw");
            assertThat(phone.get("/orders").body()).contains("算法");
            browser(two).login("alice", "pw");
            assertThat(phone.get("/orders").body()).startsWith("This session has been expired");
            forget(one);
        }
    }

    private ServletWebServerApplicationContext inRedis(Class<?> limit) {
        return (ServletWebServerApplicationContext) new SpringApplicationBuilder(limit, Users.class)
                .run("--server.port=0", "--spring.sql.init.mode=never", "--logging.level.root=warn",
                        "--spring.autoconfigure.exclude=", "--spring.session.data.redis.repository-type=indexed",
                        "--spring.session.data.redis.namespace=" + namespace,
                        "--spring.data.redis.host=" + Service.REDIS.host(),
                        "--spring.data.redis.port=" + Service.REDIS.port());
    }

    private void forget(ServletWebServerApplicationContext app) {
        StringRedisTemplate redis = app.getBean(StringRedisTemplate.class);
        redis.delete(redis.keys(namespace + ":*"));
    }

    private static ServletWebServerApplicationContext run(Class<?>... parts) {
        return (ServletWebServerApplicationContext) new SpringApplicationBuilder(parts)
                .run("--server.port=0", "--spring.sql.init.mode=never", "--logging.level.root=warn");
    }

    private static Browser browser(ServletWebServerApplicationContext app) {
        return new Browser("http://localhost:" + app.getWebServer().getPort());
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Limit {

        // region limit
        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .sessionManagement(session -> session.maximumSessions(1))
                    .build();
        }
        // endregion limit
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class ExpiredPage {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .sessionManagement(session -> session.maximumSessions(1).expiredUrl("/login"))
                    .build();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class ExpiredStatus {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .sessionManagement(session -> session.maximumSessions(1)
                            .expiredSessionStrategy(event -> event.getResponse().setStatus(401)))
                    .build();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class FirstWins {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .sessionManagement(session -> session.maximumSessions(1).maxSessionsPreventsLogin(true))
                    .build();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class SharedLimit {

        // region shared-limit
        @Bean
        SecurityFilterChain web(HttpSecurity http,
                FindByIndexNameSessionRepository<?> sessions) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .sessionManagement(session -> session.maximumSessions(1)
                            // 到 Redis 里去数这个人的会话
                            .sessionRegistry(new SpringSessionBackedSessionRegistry<>(sessions)))
                    .build();
        }
        // endregion shared-limit
    }

    @SpringBootConfiguration
    static class Publisher {

        // region publisher
        /** Tomcat 结束一个会话时，告诉 Spring Security。 */
        @Bean
        HttpSessionEventPublisher sessionEvents() {
            return new HttpSessionEventPublisher();
        }
        // endregion publisher
    }

    @SpringBootConfiguration
    static class Users {

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build());
        }
    }

    @SpringBootConfiguration
    static class PlainUsers {

        @Bean
        UserDetailsService users() {
            return PlainUser::new;
        }
    }

    @SpringBootConfiguration
    static class NewTokens {

        @Bean
        AuthenticationProvider provider() {
            return new OAuth2Provider(name -> oidc(name, UUID.randomUUID().toString()));
        }
    }

    @SpringBootConfiguration
    static class SameToken {

        @Bean
        AuthenticationProvider provider() {
            return new OAuth2Provider(name -> oidc(name, "token"));
        }
    }

    @SpringBootConfiguration
    static class WithoutTokens {

        @Bean
        AuthenticationProvider provider() {
            return new OAuth2Provider(name -> {
                Map<String, Object> attributes = Map.of("login", name);
                return new DefaultOAuth2User(Set.of(new OAuth2UserAuthority(attributes)), attributes, "login");
            });
        }
    }

    /** As OidcUserService makes them, with the token as the only difference. */
    private static OidcUser oidc(String name, String value) {
        OidcIdToken token = OidcIdToken.withTokenValue(value).issuer("https://auth.example.com").subject(name).build();
        return new DefaultOidcUser(Set.of(new OidcUserAuthority(token)), token);
    }

    /** Ends as OAuth2 log-in ends, without the other server. */
    private record OAuth2Provider(Function<String, OAuth2User> users) implements AuthenticationProvider {

        @Override
        public Authentication authenticate(Authentication login) {
            OAuth2User user = users.apply(login.getName());
            return new OAuth2AuthenticationToken(user, user.getAuthorities(), "bookstore");
        }

        @Override
        public boolean supports(Class<?> authentication) {
            return authentication == UsernamePasswordAuthenticationToken.class;
        }
    }

    /** A new object for every login, and no equals. */
    static final class PlainUser implements UserDetails {

        private final String name;

        PlainUser(String name) {
            this.name = name;
        }

        @Override
        public Collection<? extends GrantedAuthority> getAuthorities() {
            return AuthorityUtils.createAuthorityList("ROLE_CUSTOMER");
        }

        @Override
        public String getPassword() {
            return "{noop}pw";
        }

        @Override
        public String getUsername() {
            return name;
        }
    }

    @RestController
    static class Orders {

        @GetMapping("/orders")
        List<String> orders() {
            return List.of("算法");
        }
    }
}
