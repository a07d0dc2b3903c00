package com.example.bookstore.security;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;

import com.example.book.Recording;
import com.jayway.jsonpath.JsonPath;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

@SpringBootTest
@AutoConfigureMockMvc
@DisplayName("api 链：JWT")
class JwtTests {

    @Autowired
    MockMvc mvc;

    @Autowired
    SigningKeys keys;

    RSAKey signingKey;

    @BeforeEach
    void current() {
        signingKey = keys.current();
    }

    @Test
    @DisplayName("401 与 403 的矩阵")
    void matrix() throws Exception {
        RSAKey other = new RSAKeyGenerator(2048).keyID(signingKey.getKeyID()).generate();
        RSAKey unknown = new RSAKeyGenerator(2048).keyID("2020-01").generate();
        StringBuilder table = new StringBuilder();
        row(table, "没有令牌", null, 401);
        row(table, "已过期", token(signingKey, "STAFF", Instant.now().minusSeconds(3600)), 401);
        row(table, "别的钥匙签的，kid 相同", token(other, "STAFF", soon()), 401);
        row(table, "不认识的 kid", token(unknown, "STAFF", soon()), 401);
        row(table, "alg 是 none", new PlainJWT(claims("STAFF", soon())).serialize(), 401);
        row(table, "不是 JWT", "abc", 401);
        row(table, "角色不对", token(signingKey, "CUSTOMER", soon()), 403);
        row(table, "角色对", token(signingKey, "STAFF", soon()), 201);
        Recording.check("jwt-matrix.txt", table.toString());
    }

    @Test
    @DisplayName("放行的地址带了坏令牌：仍然 401")
    void permittedAndStill401() throws Exception {
        assertThat(mvc.perform(get("/api/books")).andReturn().getResponse().getStatus()).isEqualTo(200);
        MockHttpServletResponse response = mvc.perform(get("/api/books").header(HttpHeaders.AUTHORIZATION,
                "Bearer " + token(signingKey, "CUSTOMER", Instant.now().minusSeconds(3600))))
                .andReturn().getResponse();
        assertThat(response.getStatus()).isEqualTo(401);
        // 刷新的地址也一样：前端给每个请求都带上过期的令牌，就永远刷新不了
        String refresh = JsonPath.read(send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}")
                .getContentAsString(), "$.refreshToken");
        assertThat(mvc.perform(post("/api/token/refresh").header(HttpHeaders.AUTHORIZATION,
                "Bearer " + token(signingKey, "CUSTOMER", Instant.now().minusSeconds(3600)))
                .contentType(MediaType.APPLICATION_JSON).content("{\"refreshToken\": \"" + refresh + "\"}"))
                .andReturn().getResponse().getStatus()).isEqualTo(401);
        assertThat(refresh(refresh).getStatus()).isEqualTo(200);
        Recording.check("permitted-401.txt", "401\nWWW-Authenticate: "
                + mask(response.getHeader(HttpHeaders.WWW_AUTHENTICATE)).replace("Jwt: ", "Jwt:\n    ")
                .replaceAll(", (?=\\w+=)", ",\n  ") + "\n");
    }

    @Test
    @DisplayName("过期有 60 秒的宽限")
    void clockSkew() throws Exception {
        assertThat(status(token(signingKey, "STAFF", Instant.now().minusSeconds(20)))).isEqualTo(201);
        assertThat(status(token(signingKey, "STAFF", Instant.now().minusSeconds(90)))).isEqualTo(401);
    }

    @Test
    @DisplayName("把载荷里的角色改成店员，签名不动：401")
    void tampered() throws Exception {
        String[] parts = token(signingKey, "CUSTOMER", soon()).split("\\.");
        String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        assertThat(payload).contains("CUSTOMER");
        String forged = Base64.getUrlEncoder().withoutPadding().encodeToString(
                payload.replace("CUSTOMER", "STAFF").getBytes(StandardCharsets.UTF_8));
        assertThat(status(parts[0] + "." + forged + "." + parts[2])).isEqualTo(401);
    }

    @Test
    @DisplayName("签发者不对：401")
    void otherIssuer() throws Exception {
        SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signingKey.getKeyID()).build(),
                new JWTClaimsSet.Builder(claims("STAFF", soon())).issuer("https://other.example.com").build());
        jwt.sign(new RSASSASigner(signingKey));
        assertThat(status(jwt.serialize())).isEqualTo(401);
    }

    @Test
    @DisplayName("登录、刷新、旧的再用、新的也失效")
    void refresh() throws Exception {
        MockHttpServletResponse login = send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}");
        assertThat(login.getStatus()).isEqualTo(200);
        String first = JsonPath.read(login.getContentAsString(), "$.refreshToken");
        String access = JsonPath.read(login.getContentAsString(), "$.accessToken");
        assertThat(mvc.perform(get("/api/orders/2").header(HttpHeaders.AUTHORIZATION, "Bearer " + access))
                .andReturn().getResponse().getStatus()).isEqualTo(200);
        MockHttpServletResponse rotated = refresh(first);
        String second = JsonPath.read(rotated.getContentAsString(), "$.refreshToken");
        int reuse = refresh(first).getStatus();
        int afterwards = refresh(second).getStatus();
        assertThat(List.of(rotated.getStatus(), reuse, afterwards)).containsExactly(200, 401, 401);
        // 已经发出的访问令牌不受影响
        assertThat(mvc.perform(get("/api/orders/2").header(HttpHeaders.AUTHORIZATION, "Bearer " + access))
                .andReturn().getResponse().getStatus()).isEqualTo(200);
        Recording.check("refresh.txt", """
                第一张刷新令牌，第一次用   %d
                第一张刷新令牌，又用一次   %d
                第二张刷新令牌，没有用过   %d
                """.formatted(rotated.getStatus(), reuse, afterwards));
    }

    @Test
    @DisplayName("退出：访问令牌马上 401，刷新令牌换不到；带了别人的刷新令牌，也是 204，作废的只有访问令牌")
    void logout() throws Exception {
        MockHttpServletResponse login = send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}");
        String access = JsonPath.read(login.getContentAsString(), "$.accessToken");
        String refresh = JsonPath.read(login.getContentAsString(), "$.refreshToken");
        String others = JsonPath.read(send("/api/token", "{\"name\": \"sam\", \"password\": \"pw\"}")
                .getContentAsString(), "$.refreshToken");
        int before = orders(access).getStatus();
        assertThat(logout(access, others).getStatus()).isEqualTo(204);
        assertThat(refresh(others).getStatus()).isEqualTo(200); // sam 的家族还在
        assertThat(orders(access).getStatus()).isEqualTo(401);
        assertThat(refresh(refresh).getStatus()).isEqualTo(200); // 自己的家族也还在

        login = send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}");
        access = JsonPath.read(login.getContentAsString(), "$.accessToken");
        refresh = JsonPath.read(login.getContentAsString(), "$.refreshToken");
        int out = logout(access, refresh).getStatus();
        MockHttpServletResponse after = orders(access);
        int renewed = refresh(refresh).getStatus();
        assertThat(List.of(before, out, after.getStatus(), renewed)).containsExactly(200, 204, 401, 401);
        Recording.check("logout.txt", """
                退出之前，看订单      %d
                POST /api/logout      %d
                同一张访问令牌看订单  %d
                  %s
                刷新令牌来换          %d
                """.formatted(before, out, after.getStatus(),
                mask(after.getHeader(HttpHeaders.WWW_AUTHENTICATE)).split(", (?=\\w+=)")[1], renewed));
    }

    @Test
    @DisplayName("退出之前刷新过：更早换下来的那张访问令牌不在名单里，还能用")
    void logoutKeepsTheTokenBefore() throws Exception {
        MockHttpServletResponse login = send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}");
        String before = JsonPath.read(login.getContentAsString(), "$.accessToken");
        String refreshed = refresh(JsonPath.read(login.getContentAsString(), "$.refreshToken")).getContentAsString();
        String access = JsonPath.read(refreshed, "$.accessToken");
        assertThat(logout(access, JsonPath.read(refreshed, "$.refreshToken")).getStatus()).isEqualTo(204);
        assertThat(orders(access).getStatus()).isEqualTo(401);
        assertThat(orders(before).getStatus()).isEqualTo(200);
    }

    @Test
    @DisplayName("没有登录的人调用退出：401；退出没有请求体、没有刷新令牌：400，什么也没有作废")
    void logoutNeedsBoth() throws Exception {
        MockHttpServletResponse login = send("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}");
        String access = JsonPath.read(login.getContentAsString(), "$.accessToken");
        String refresh = JsonPath.read(login.getContentAsString(), "$.refreshToken");
        assertThat(send("/api/logout", "{\"refreshToken\": \"" + refresh + "\"}").getStatus()).isEqualTo(401);
        assertThat(mvc.perform(post("/api/logout").header(HttpHeaders.AUTHORIZATION, "Bearer " + access))
                .andReturn().getResponse().getStatus()).isEqualTo(400);
        // 名字写错，等于没有带
        assertThat(mvc.perform(post("/api/logout").header(HttpHeaders.AUTHORIZATION, "Bearer " + access)
                .contentType(MediaType.APPLICATION_JSON).content("{\"refresh_token\": \"" + refresh + "\"}"))
                .andReturn().getResponse().getStatus()).isEqualTo(400);
        assertThat(orders(access).getStatus()).isEqualTo(200);
        assertThat(refresh(refresh).getStatus()).isEqualTo(200);
    }

    @Test
    @DisplayName("没有编号、没有期限的令牌：不认，因为吊销不了")
    void withoutId() throws Exception {
        JWTClaimsSet complete = claims("STAFF", soon());
        for (JWTClaimsSet claims : List.of(new JWTClaimsSet.Builder(complete).jwtID(null).build(),
                new JWTClaimsSet.Builder(complete).expirationTime(null).build())) {
            SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signingKey.getKeyID()).build(), claims);
            jwt.sign(new RSASSASigner(signingKey));
            assertThat(status(jwt.serialize())).isEqualTo(401);
        }
    }

    @Test
    @DisplayName("密码错与没有这个人：同一个 401")
    void wrongPassword() throws Exception {
        MockHttpServletResponse wrong = send("/api/token", "{\"name\": \"bob\", \"password\": \"x\"}");
        MockHttpServletResponse nobody = send("/api/token", "{\"name\": \"nobody\", \"password\": \"x\"}");
        assertThat(wrong.getStatus()).isEqualTo(401);
        assertThat(nobody.getStatus()).isEqualTo(401);
        assertThat(nobody.getContentAsString()).isEqualTo(wrong.getContentAsString());
    }

    private MockHttpServletResponse orders(String access) throws Exception {
        return mvc.perform(get("/api/orders/2").header(HttpHeaders.AUTHORIZATION, "Bearer " + access))
                .andReturn().getResponse();
    }

    private MockHttpServletResponse logout(String access, String refresh) throws Exception {
        return mvc.perform(post("/api/logout").header(HttpHeaders.AUTHORIZATION, "Bearer " + access)
                .contentType(MediaType.APPLICATION_JSON).content("{\"refreshToken\": \"" + refresh + "\"}"))
                .andReturn().getResponse();
    }

    private MockHttpServletResponse refresh(String token) throws Exception {
        return send("/api/token/refresh", "{\"refreshToken\": \"" + token + "\"}");
    }

    private MockHttpServletResponse send(String uri, String body) throws Exception {
        return mvc.perform(post(uri).contentType(MediaType.APPLICATION_JSON).content(body)).andReturn().getResponse();
    }

    private int status(String token) throws Exception {
        return create(token).getStatus();
    }

    private MockHttpServletResponse create(String token) throws Exception {
        MockHttpServletRequestBuilder request = post("/api/books").contentType(MediaType.APPLICATION_JSON)
                .content("{\"title\": \"算法\"}");
        if (token != null) {
            request.header(HttpHeaders.AUTHORIZATION, "Bearer " + token);
        }
        return mvc.perform(request).andReturn().getResponse();
    }

    private void row(StringBuilder table, String what, String token, int expected) throws Exception {
        MockHttpServletResponse response = create(token);
        assertThat(response.getStatus()).as(what).isEqualTo(expected);
        table.append(response.getStatus()).append("  ").append(what).append('\n');
        String challenge = response.getHeader(HttpHeaders.WWW_AUTHENTICATE);
        if (challenge != null) {
            for (String part : mask(challenge).replace("Jwt: ", "Jwt:\n         ").split(", (?=\\w+=)")) {
                table.append("       ").append(part).append('\n');
            }
        }
    }

    private static String mask(String header) {
        return header.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "<时刻>");
    }

    private static Instant soon() {
        return Instant.now().plusSeconds(300);
    }

    private static JWTClaimsSet claims(String role, Instant expires) {
        return new JWTClaimsSet.Builder().issuer(JwtConfig.ISSUER).subject("sam").jwtID("t-1")
                .issueTime(Date.from(expires.minusSeconds(300))).expirationTime(Date.from(expires))
                .claim("roles", List.of(role)).build();
    }

    private static String token(RSAKey key, String role, Instant expires) throws Exception {
        SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                claims(role, expires));
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
    }
}
