package com.example.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.authentication.AccountStatusUserDetailsChecker;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.security.authentication.ott.GenerateOneTimeTokenRequest;
import org.springframework.security.authentication.ott.InMemoryOneTimeTokenService;
import org.springframework.security.authentication.ott.JdbcOneTimeTokenService;
import org.springframework.security.authentication.ott.OneTimeToken;
import org.springframework.security.authentication.ott.OneTimeTokenAuthenticationProvider;
import org.springframework.security.authentication.ott.OneTimeTokenAuthenticationToken;
import org.springframework.security.authentication.ott.OneTimeTokenService;
import org.springframework.security.authorization.AuthorizationManagerFactories;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.authorization.EnableMultiFactorAuthentication;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.ott.OneTimeTokenGenerationSuccessHandler;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.authentication;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("一次性令牌与多因素")
class FactorTests {

    static AnnotationConfigWebApplicationContext context;
    static MockMvc mvc;

    @BeforeAll
    static void start() {
        context = new AnnotationConfigWebApplicationContext();
        context.setServletContext(new MockServletContext());
        context.register(OneTimeLogin.class, TwoFactors.class, Base.class, Desk.class);
        context.refresh();
        mvc = MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    @DisplayName("一次性令牌：打开信里的链接不算用掉；用一次登录，第二次不行")
    void once() throws Exception {
        String token = ask("alice");
        // 邮箱的安全扫描会先打开一次链接
        MockHttpServletResponse page = mvc.perform(get("/login/ott").param("token", token)).andReturn().getResponse();
        assertThat(page.getStatus()).isEqualTo(200);
        assertThat(page.getContentAsString()).contains(token);
        assertThat(use(new MockHttpSession(), token).getRedirectedUrl()).isEqualTo("/");
        assertThat(use(new MockHttpSession(), token).getRedirectedUrl()).isEqualTo("/login?error");
        assertThat(use(new MockHttpSession(), "made-up").getRedirectedUrl()).isEqualTo("/login?error");
    }

    @Test
    @DisplayName("没有这个人：响应与有这个人一样，信不寄出去")
    void unknownUser() throws Exception {
        Mailbox mailbox = context.getBean(Mailbox.class);
        MockHttpServletResponse known = generate("alice");
        handled();
        int sent = mailbox.sent.size();
        MockHttpServletResponse nobody = generate("nobody");
        handled();
        assertThat(nobody.getStatus()).isEqualTo(known.getStatus());
        assertThat(nobody.getRedirectedUrl()).isEqualTo(known.getRedirectedUrl());
        assertThat(mailbox.sent).hasSize(sent);
    }

    @Test
    @DisplayName("寄信很慢：响应不等它，所以量时间也分不出有没有这个人")
    void answersBeforeSending() throws Exception {
        Mailbox mailbox = context.getBean(Mailbox.class);
        List<String> asked = context.getBean(Asked.class).names();
        CountDownLatch release = new CountDownLatch(1);
        context.getBean(ExecutorService.class).submit(() -> release.await(60, TimeUnit.SECONDS));
        asked.clear();
        int sent = mailbox.sent.size();
        try {
            // 后台被占着，两个响应都已经回来，人还没有查，信也没有寄
            assertThat(generate("alice").getRedirectedUrl()).isEqualTo("/check-your-mail");
            assertThat(generate("nobody").getRedirectedUrl()).isEqualTo("/check-your-mail");
            assertThat(asked).isEmpty();
            assertThat(mailbox.sent).hasSize(sent);
        }
        finally {
            release.countDown();
        }
        handled();
        assertThat(asked).containsExactly("alice", "nobody");
        assertThat(mailbox.sent).hasSize(sent + 1);
    }

    @Test
    @DisplayName("邮件服务器停了：响应不变，日志里有原因")
    void mailServerDown(CapturedOutput output) throws Exception {
        Mailbox mailbox = context.getBean(Mailbox.class);
        mailbox.down = true;
        try {
            assertThat(generate("alice").getRedirectedUrl()).isEqualTo("/check-your-mail");
            handled();
        }
        finally {
            mailbox.down = false;
        }
        assertThat(output).contains("信没有寄出去", "邮件服务器没有答复");
    }

    @Test
    @DisplayName("停用的账号：密码登录不了，一次性令牌默认放它进去；查一查账号的状态，才登录不了")
    void disabledAccount() throws Exception {
        assertThat(password(new MockHttpSession(), "gone").getRedirectedUrl()).isEqualTo("/login?error");
        assertThat(use(new MockHttpSession(), ask("gone")).getRedirectedUrl()).isEqualTo("/");
        try (var checking = new AnnotationConfigWebApplicationContext()) {
            checking.setServletContext(new MockServletContext());
            checking.register(OneTimeLogin.class, Checking.class, Base.class);
            checking.refresh();
            MockMvc mvc = MockMvcBuilders.webAppContextSetup(checking).apply(springSecurity()).build();
            OneTimeTokenService tokens = checking.getBean(OneTimeTokenService.class);
            for (String name : List.of("gone", "sam")) {
                String token = tokens.generate(new GenerateOneTimeTokenRequest(name)).getTokenValue();
                assertThat(mvc.perform(post("/login/ott").param("token", token).with(csrf()))
                        .andReturn().getResponse().getRedirectedUrl())
                        .isEqualTo(name.equals("gone") ? "/login?error" : "/");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Checking {

        @Bean
        OneTimeTokenService tokens() {
            return new InMemoryOneTimeTokenService();
        }

        @Bean
        SecurityFilterChain web(HttpSecurity http, UserDetailsService users,
                OneTimeTokenService tokens) throws Exception {
            // region checking
            UserDetailsService checked = name -> {
                UserDetails user = users.loadUserByUsername(name);
                // 停用、锁定、过期的账号在这里抛异常
                new AccountStatusUserDetailsChecker().check(user);
                return user;
            };
            http.oneTimeTokenLogin(ott -> ott.authenticationProvider(
                    new OneTimeTokenAuthenticationProvider(tokens, checked)));
            // endregion checking
            return http.authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults()).build();
        }
    }

    @Test
    @DisplayName("默认五分钟过期；能改短")
    void lifetime() {
        OneTimeTokenService tokens = new InMemoryOneTimeTokenService();
        OneTimeToken five = tokens.generate(new GenerateOneTimeTokenRequest("alice"));
        assertThat(Duration.between(Instant.now(), five.getExpiresAt())).isBetween(Duration.ofSeconds(290),
                Duration.ofSeconds(300));
        OneTimeToken gone = tokens.generate(new GenerateOneTimeTokenRequest("alice", Duration.ofSeconds(-1)));
        assertThat(tokens.consume(new OneTimeTokenAuthenticationToken(gone.getTokenValue()))).isNull();
    }

    @Test
    @DisplayName("令牌默认在内存里：另一个实例不认；放进同一个数据库就认，也只能用一次")
    void sharedTokens() {
        OneTimeTokenAuthenticationToken link = new OneTimeTokenAuthenticationToken(new InMemoryOneTimeTokenService()
                .generate(new GenerateOneTimeTokenRequest("alice")).getTokenValue());
        assertThat(new InMemoryOneTimeTokenService().consume(link)).isNull();

        EmbeddedDatabase database = new EmbeddedDatabaseBuilder().generateUniqueName(true).setType(EmbeddedDatabaseType.H2)
                .addScript("org/springframework/security/core/ott/jdbc/one-time-tokens-schema.sql").build();
        JdbcOneTimeTokenService one = new JdbcOneTimeTokenService(new JdbcTemplate(database));
        JdbcOneTimeTokenService two = new JdbcOneTimeTokenService(new JdbcTemplate(database));
        OneTimeTokenAuthenticationToken stored = new OneTimeTokenAuthenticationToken(
                one.generate(new GenerateOneTimeTokenRequest("alice")).getTokenValue());
        assertThat(two.consume(stored).getUsername()).isEqualTo("alice");
        assertThat(one.consume(stored)).isNull();
        database.shutdown();
    }

    @Test
    @DisplayName("两次登录不是同一个人：先用 alice 的信、再用 sam 的密码，alice 的因素不算数")
    void factorsOfAnother() throws Exception {
        MockHttpSession session = new MockHttpSession();
        use(session, ask("alice"));
        assertThat(password(session, "sam").getRedirectedUrl()).isEqualTo("/");
        MockHttpServletResponse report = admin(session);
        assertThat(report.getStatus()).isEqualTo(302);
        assertThat(report.getRedirectedUrl()).contains("factor.type=ott", "factor.reason=missing");
    }

    @Test
    @DisplayName("两个因素：有密码没有信，转去要信；信到了才进得去；角色不对，两个都有也是 403；登录页只给缺的那一种")
    void twoFactors() throws Exception {
        StringBuilder steps = new StringBuilder();
        MockHttpSession sam = new MockHttpSession();
        step(steps, "没登录", admin(new MockHttpSession()));
        assertThat(password(sam, "sam").getRedirectedUrl()).isEqualTo("/");
        step(steps, "sam 只用了密码", admin(sam));
        assertThat(use(sam, ask("sam")).getRedirectedUrl()).isNotEqualTo("/login?error");
        step(steps, "sam 又用了信里的令牌", admin(sam));
        MockHttpSession back = new MockHttpSession();
        use(back, ask("sam"));
        step(steps, "sam 只用了令牌", admin(back));
        MockHttpSession alice = new MockHttpSession();
        password(alice, "alice");
        use(alice, ask("alice"));
        step(steps, "alice 两个都用了，角色不对", admin(alice));
        assertThat(steps.toString().lines().filter(line -> !line.startsWith(" ")).map(line -> line.substring(0, 3)))
                .containsExactly("302", "302", "200", "302", "403");
        Recording.check("two-factors.txt", steps.toString());
        // the login page offers what the address says is missing, and nothing else
        assertThat(loginPage("")).contains("name=\"password\"", "/ott/generate");
        assertThat(loginPage("?factor.type=ott&factor.reason=missing"))
                .contains("/ott/generate").doesNotContain("name=\"password\"");
        assertThat(loginPage("?factor.type=password&factor.reason=missing"))
                .contains("name=\"password\"").doesNotContain("/ott/generate");
    }

    @Test
    @DisplayName("改密码要五分钟之内输过密码：六分钟之前输的，转去再输一次")
    void recentPassword() throws Exception {
        assertThat(change(Duration.ofMinutes(1)).getStatus()).isEqualTo(200);
        MockHttpServletResponse stale = change(Duration.ofMinutes(6));
        assertThat(stale.getStatus()).isEqualTo(302);
        assertThat(stale.getRedirectedUrl()).contains("factor.type=password", "factor.reason=expired");
    }

    private static MockHttpServletResponse change(Duration ago) throws Exception {
        Authentication alice = UsernamePasswordAuthenticationToken.authenticated("alice", null,
                List.of(new SimpleGrantedAuthority("ROLE_CUSTOMER"), FactorGrantedAuthority
                        .withAuthority(FactorGrantedAuthority.PASSWORD_AUTHORITY)
                        .issuedAt(Instant.now().minus(ago)).build()));
        return mvc.perform(get("/account/password").with(authentication(alice))).andReturn().getResponse();
    }

    private static String loginPage(String query) throws Exception {
        return mvc.perform(get("/login" + query))
                .andReturn().getResponse().getContentAsString();
    }

    private static void step(StringBuilder steps, String what, MockHttpServletResponse response) {
        String location = response.getRedirectedUrl();
        steps.append("%d  %s%s%n".formatted(response.getStatus(), what, location == null ? "" : "\n     → " + location));
    }

    private static MockHttpServletResponse admin(MockHttpSession session) throws Exception {
        return mvc.perform(get("/admin/report").session(session)).andReturn().getResponse();
    }

    private static MockHttpServletResponse password(MockHttpSession session, String name) throws Exception {
        return form(session, post("/login").param("username", name).param("password", "pw"));
    }

    private static MockHttpServletResponse generate(String name) throws Exception {
        return form(new MockHttpSession(), post("/ott/generate").param("username", name));
    }

    /** Everything asked for so far has been sent or dropped. */
    private static void handled() throws Exception {
        context.getBean(ExecutorService.class).submit(() -> { }).get();
    }

    private static String ask(String name) throws Exception {
        generate(name);
        handled();
        return context.getBean(Mailbox.class).sent.getLast().substring(name.length() + 1);
    }

    private static MockHttpServletResponse use(MockHttpSession session, String token) throws Exception {
        return form(session, post("/login/ott").param("token", token));
    }

    private static MockHttpServletResponse form(MockHttpSession session, MockHttpServletRequestBuilder request)
            throws Exception {
        return mvc.perform(request.session(session).with(csrf())).andReturn().getResponse();
    }

    /** Stands for the mail server. */
    static class Mailbox {

        final List<String> sent = new CopyOnWriteArrayList<>();
        volatile boolean down;

        void send(String name, String token) {
            if (down) {
                throw new IllegalStateException("邮件服务器没有答复");
            }
            sent.add(name + " " + token);
        }
    }

    /** Who was looked up, in order. */
    record Asked(List<String> names) {
    }

    @Configuration(proxyBeanMethods = false)
    static class OneTimeLogin {

        private static final Logger log = LoggerFactory.getLogger(OneTimeLogin.class);

        // region ott
        /** 令牌已经生成，这里把它寄出去。没有这个人也照样转走，响应不说破。 */
        @Bean
        OneTimeTokenGenerationSuccessHandler sender(UserDetailsService users,
                Mailbox mailbox, ExecutorService background) {
            return (request, response, token) -> {
                // 查人、寄信都不在请求里做：响应要多久，与有没有这个人无关
                background.execute(() -> {
                    try {
                        if (exists(users, token.getUsername())) {
                            mailbox.send(token.getUsername(), token.getTokenValue());
                        }
                    }
                    catch (RuntimeException ex) {
                        log.error("信没有寄出去", ex);
                    }
                });
                response.sendRedirect(request.getContextPath() + "/check-your-mail");
            };
        }
        // endregion ott

        private static boolean exists(UserDetailsService users, String name) {
            try {
                users.loadUserByUsername(name);
                return true;
            }
            catch (org.springframework.security.core.userdetails.UsernameNotFoundException ex) {
                return false;
            }
        }

        @Bean
        Mailbox mailbox() {
            return new Mailbox();
        }

        /** One thread, so that a task that ended says that those before it ended. */
        @Bean
        ExecutorService background() {
            return Executors.newSingleThreadExecutor();
        }
    }

    // region factors
    @Configuration(proxyBeanMethods = false)
    // 第二次登录时，保留第一次的因素
    @EnableMultiFactorAuthentication(authorities = {})
    static class TwoFactors {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            var both = AuthorizationManagerFactories.multiFactor().requireFactors(
                    FactorGrantedAuthority.PASSWORD_AUTHORITY,
                    FactorGrantedAuthority.OTT_AUTHORITY).build();
            var recent = AuthorizationManagerFactories.multiFactor()
                    .requireFactor(factor -> factor.passwordAuthority()
                            .validDuration(Duration.ofMinutes(5))).build();
            return http
                    .authorizeHttpRequests(rules -> rules
                            .requestMatchers("/admin/**").access(both.hasRole("STAFF"))
                            .requestMatchers("/account/password")
                            .access(recent.authenticated())
                            .anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .oneTimeTokenLogin(Customizer.withDefaults())
                    .build();
        }
    }
    // endregion factors

    @RestController
    static class Desk {

        @GetMapping({"/admin/report", "/account/password"})
        String page() {
            return "进来了";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @EnableWebSecurity
    static class Base {

        @Bean
        Asked asked() {
            return new Asked(new CopyOnWriteArrayList<>());
        }

        @Bean
        UserDetailsService users(Asked asked) {
            UserDetailsService users = new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build(),
                    User.withUsername("gone").password("{noop}pw").roles("STAFF").disabled(true).build(),
                    User.withUsername("sam").password("{noop}pw").roles("STAFF").build());
            return name -> {
                asked.names().add(name);
                return users.loadUserByUsername(name);
            };
        }
    }
}
