package com.example.bookstore.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

import com.jayway.jsonpath.JsonPath;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.event.AbstractAuthenticationFailureEvent;
import org.springframework.security.authentication.event.AuthenticationFailureBadCredentialsEvent;
import org.springframework.security.authentication.event.AuthenticationFailureProviderNotFoundEvent;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;
import org.springframework.test.web.servlet.MockMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

@SpringBootTest
@AutoConfigureMockMvc
@ExtendWith(OutputCaptureExtension.class)
@RecordApplicationEvents
@DisplayName("登录的边界")
class LoginTests {

    @Autowired
    MockMvc mvc;

    @Autowired
    JdbcClient jdbc;

    @Autowired
    AuthenticationManager manager;

    @MockitoSpyBean
    Customers customers;

    @MockitoSpyBean
    PasswordEncoder encoder;

    @Test
    @DisplayName("数据库查不了：503，日志里有原因，不说成密码错")
    void databaseDown(CapturedOutput output) throws Exception {
        doThrow(new QueryTimeoutException("数据库没有答复")).when(customers).loadUserByUsername("bob");
        int status = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getStatus();
        assertThat(status).isEqualTo(503);
        assertThat(output).contains("数据库没有答复");
    }

    @Test
    @DisplayName("核对了密码，签令牌之前再查时数据库停了：也是 503")
    void databaseDownAfterThePassword(CapturedOutput output) throws Exception {
        doCallRealMethod().doThrow(new QueryTimeoutException("数据库没有答复")).when(customers).loadUserByUsername("bob");
        int status = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getStatus();
        assertThat(status).isEqualTo(503);
        assertThat(output).contains("数据库没有答复");
    }

    @Test
    @DisplayName("数据库查名字不分大小写，用 BOB 登录：令牌里写的是查到的 bob，看得到自己的订单")
    void nameAsStored(@Autowired JwtDecoder decoder) throws Exception {
        UserDetails bob = customers.loadUserByUsername("bob");
        doReturn(bob).when(customers).loadUserByUsername("BOB"); // as MySQL's default collation answers
        String body = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"BOB\", \"password\": \"pw\"}")).andReturn().getResponse().getContentAsString();
        String access = JsonPath.read(body, "$.accessToken");
        assertThat(decoder.decode(access).getSubject()).isEqualTo("bob");
        assertThat(mvc.perform(get("/api/orders/2").header(HttpHeaders.AUTHORIZATION, "Bearer " + access))
                .andReturn().getResponse().getStatus()).isEqualTo(200);
    }

    @Test
    @DisplayName("账号停用之后：刷新令牌换不到新的访问令牌")
    void disabledDoesNotRefresh() throws Exception {
        String login = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getContentAsString();
        String refresh = JsonPath.read(login, "$.refreshToken");
        UserDetails bob = customers.loadUserByUsername("bob");
        doReturn(User.withUserDetails(bob).disabled(true).build()).when(customers).loadUserByUsername("bob");
        assertThat(refresh(refresh).getStatus()).isEqualTo(401);
    }

    @Test
    @DisplayName("刷新时查不了用户：503，日志里有原因；旧的刷新令牌没有用掉，重试不算重用，换得到新的")
    void failedRefreshCanBeRetried(CapturedOutput output) throws Exception {
        String login = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getContentAsString();
        String refresh = JsonPath.read(login, "$.refreshToken");
        doThrow(new QueryTimeoutException("数据库没有答复")).doCallRealMethod().when(customers).loadUserByUsername("bob");
        assertThat(refresh(refresh).getStatus()).isEqualTo(503);
        assertThat(output).contains("刷新时查不了用户", "数据库没有答复");
        MockHttpServletResponse retried = refresh(refresh);
        assertThat(retried.getStatus()).isEqualTo(200);
        String next = JsonPath.read(retried.getContentAsString(), "$.refreshToken");
        assertThat(refresh(next).getStatus()).isEqualTo(200);
    }

    private MockHttpServletResponse refresh(String token) throws Exception {
        return mvc.perform(post("/api/token/refresh").contentType(MediaType.APPLICATION_JSON)
                .content("{\"refreshToken\": \"" + token + "\"}")).andReturn().getResponse();
    }

    @Test
    @DisplayName("权限不都是角色：令牌里只有 ROLE_ 开头的")
    void onlyRoles(@Autowired JwtDecoder decoder) throws Exception {
        UserDetails bob = customers.loadUserByUsername("bob");
        doReturn(User.withUserDetails(bob).authorities("ROLE_CUSTOMER", "order:read").build())
                .when(customers).loadUserByUsername("bob");
        String body = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getContentAsString();
        assertThat(decoder.decode(JsonPath.read(body, "$.accessToken")).getClaimAsStringList("roles"))
                .containsExactly("CUSTOMER");
    }

    @Test
    @DisplayName("旧密码超过 72 个字节：升级成 bcrypt 时抛异常，他登录不了")
    void tooLong() {
        String password = "密".repeat(25); // 75 bytes
        jdbc.sql("update customers set password = ? where name = 'sam'").param("{noop}" + password).update();
        try {
            assertThatThrownBy(() -> manager.authenticate(
                    UsernamePasswordAuthenticationToken.unauthenticated("sam", password)))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("72 bytes");
        }
        finally {
            jdbc.sql("update customers set password = '{noop}pw' where name = 'sam'").update();
        }
    }

    @Test
    @DisplayName("登录的同时改了密码：升级不覆盖新密码")
    void upgradeAfterChange() {
        UserDetails read = customers.loadUserByUsername("sam");
        jdbc.sql("update customers set password = '{noop}new' where name = 'sam'").update();
        try {
            customers.updatePassword(read, "{bcrypt}old");
            assertThat(jdbc.sql("select password from customers where name = 'sam'").query(String.class).single())
                    .isEqualTo("{noop}new");
        }
        finally {
            jdbc.sql("update customers set password = '{noop}pw' where name = 'sam'").update();
        }
    }

    @Test
    @DisplayName("没有这个人：也算一次 bcrypt；有这个人、密码还是旧编码：不算，于是快得多")
    void timing() {
        Duration nobody = failedLogin("nobody");
        jdbc.sql("update customers set password = '{noop}pw' where name = 'sam'").update();
        Duration old = failedLogin("sam");
        jdbc.sql("update customers set password = ? where name = 'sam'").param(encoder.encode("pw")).update();
        Duration upgraded = failedLogin("sam");
        assertThat(old.multipliedBy(5)).isLessThan(nobody);
        assertThat(upgraded).isBetween(nobody.dividedBy(5), nobody.multipliedBy(5));
        jdbc.sql("update customers set password = '{noop}pw' where name = 'sam'").update();
    }

    /** 三次里最快的一次。 */
    private Duration failedLogin(String name) {
        Duration best = Duration.ofDays(1);
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> manager.authenticate(
                    UsernamePasswordAuthenticationToken.unauthenticated(name, "x")))
                    .isInstanceOf(BadCredentialsException.class);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            best = took.compareTo(best) < 0 ? took : best;
        }
        return best;
    }

    @Test
    @DisplayName("猜密码：错三十次，第三十一次对了照样登录；日志里一行也没有，“密码错”的事件有三十个；没有这个人，也发布同样的事件")
    void guessing(CapturedOutput output, @Autowired ApplicationEvents events) throws Exception {
        String before = output.getAll();
        for (int i = 0; i < 30; i++) {
            assertThat(status("bob", "guess-" + i)).isEqualTo(401);
        }
        assertThat(status("bob", "pw")).isEqualTo(200);
        assertThat(output.getAll().substring(before.length())).isEmpty();
        assertThat(events.stream(AbstractAuthenticationFailureEvent.class)).hasSize(30)
                .allMatch(event -> event.getAuthentication().getName().equals("bob"))
                .hasOnlyElementsOfType(AuthenticationFailureBadCredentialsEvent.class);
        events.clear();
        assertThat(status("nobody", "pw")).isEqualTo(401);
        assertThat(events.stream(AbstractAuthenticationFailureEvent.class)).hasSize(1)
                .hasOnlyElementsOfType(AuthenticationFailureBadCredentialsEvent.class);
    }

    @Test
    @DisplayName("过期的、伪造的访问令牌：也发布“密码错”的事件，还有一个别的失败事件，里面的名字都是令牌本身，身份不是 UsernamePasswordAuthenticationToken；数据库停了：一个也没有")
    void eventsOfTokens(@Autowired ApplicationEvents events, @Autowired JwtEncoder encoder) throws Exception {
        String expired = encoder.encode(JwtEncoderParameters.from(JwsHeader.with(SignatureAlgorithm.RS256).build(),
                JwtClaimsSet.builder().issuer(JwtConfig.ISSUER).subject("bob").id("1")
                        .expiresAt(Instant.now().minusSeconds(3600)).build())).getTokenValue();
        for (String token : List.of(expired, "abc")) {
            events.clear();
            assertThat(mvc.perform(get("/api/orders/2").header(HttpHeaders.AUTHORIZATION, "Bearer " + token))
                    .andReturn().getResponse().getStatus()).isEqualTo(401);
            assertThat(events.stream(AbstractAuthenticationFailureEvent.class))
                    .hasOnlyElementsOfTypes(AuthenticationFailureProviderNotFoundEvent.class,
                            AuthenticationFailureBadCredentialsEvent.class).hasSize(2)
                    .allMatch(event -> event.getAuthentication().getName().equals(token))
                    .noneMatch(event -> event.getAuthentication() instanceof UsernamePasswordAuthenticationToken);
            assertThat(events.stream(AuthenticationFailureBadCredentialsEvent.class)).hasSize(1);
        }

        events.clear();
        doThrow(new QueryTimeoutException("数据库没有答复")).when(customers).loadUserByUsername("bob");
        assertThat(status("bob", "pw")).isEqualTo(503);
        assertThat(events.stream(AbstractAuthenticationFailureEvent.class)).isEmpty();
    }

    private int status(String name, String password) throws Exception {
        return mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"%s\", \"password\": \"%s\"}".formatted(name, password)))
                .andReturn().getResponse().getStatus();
    }

    @Test
    @DisplayName("用过的刷新令牌又来了：日志里有一行警告，写着是谁，没有令牌；只说一次")
    void reuseIsLogged(CapturedOutput output) {
        RefreshTokens tokens = new RefreshTokens(Clock.systemUTC());
        String first = tokens.start("bob");
        String second = tokens.rotate(first).orElseThrow();
        assertThat(output).doesNotContain("刷新令牌");
        for (int i = 0; i < 3; i++) {
            assertThat(tokens.rotate(first)).isEmpty();
        }
        assertThat(tokens.rotate(second)).isEmpty();
        assertThat(output.getAll().lines().filter(line -> line.contains("WARN") && line.contains("bob"))).hasSize(1);
        assertThat(output).doesNotContain(first, second);
    }

    @Test
    @DisplayName("改了密码：改之前发的刷新令牌照样换得到")
    void passwordChangeKeepsRefreshTokens() throws Exception {
        String login = mvc.perform(post("/api/token").contentType(MediaType.APPLICATION_JSON)
                .content("{\"name\": \"bob\", \"password\": \"pw\"}")).andReturn().getResponse().getContentAsString();
        jdbc.sql("update customers set password = '{noop}new' where name = 'bob'").update();
        try {
            assertThat(status("bob", "pw")).isEqualTo(401);
            assertThat(refresh(JsonPath.read(login, "$.refreshToken")).getStatus()).isEqualTo(200);
        }
        finally {
            jdbc.sql("update customers set password = '{noop}pw' where name = 'bob'").update();
        }
    }

    @Test
    @DisplayName("每换一次，新的一张又从头算三十天：一直换，九十天之后还在登录")
    void familyHasNoEnd() {
        MutableClock clock = new MutableClock();
        RefreshTokens tokens = new RefreshTokens(clock);
        String token = tokens.start("bob");
        for (int i = 0; i < 4; i++) {
            clock.now = clock.now.plus(Duration.ofDays(29));
            token = tokens.rotate(token).orElseThrow();
        }
    }

    @Test
    @DisplayName("刷新令牌过期：换不到；过期的不留在内存里")
    void refreshExpires() {
        MutableClock clock = new MutableClock();
        RefreshTokens tokens = new RefreshTokens(clock);
        String first = tokens.start("bob");
        clock.now = clock.now.plus(Duration.ofDays(31));
        assertThat(tokens.rotate(first)).isEmpty();
        tokens.start("alice");
        assertThat(tokens.size()).isEqualTo(1); // bob 的那张过期了，剩下 alice 的
    }

    private static final class MutableClock extends Clock {

        private Instant now = Instant.parse("2026-11-24T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }
    }
}
